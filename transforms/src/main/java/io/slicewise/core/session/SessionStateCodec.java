package io.slicewise.core.session;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.Partial;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.window.TimeWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SessionState}.
 *
 * @param <A> the type of the accumulators
 */
public final class SessionStateCodec<A> implements GroupCodec<SessionState<A>> {
  private static final int HAS_PANE = 1;
  private static final int HAS_NEW_ELEMENTS = 2;
  private static final int WAITS_FOR_END = 4;
  private static final int HAS_HOLD = 8;
  private static final PaneTiming[] TIMINGS = {
    PaneTiming.EARLY, PaneTiming.ON_TIME, PaneTiming.LATE
  };

  private final AccumulatorCodec<A> accumulators;

  /** A codec for states whose accumulators {@code accumulators} encodes. */
  public SessionStateCodec(AccumulatorCodec<A> accumulators) {
    this.accumulators = accumulators;
  }

  @Override
  public void write(SessionState<A> state, long watermark, DataOutput out) throws IOException {
    VarLongs.write(state.sessions().size(), out);
    for (Session<A> session : state.sessions()) {
      writeWindow(session.window(), watermark, out);
      writeSession(session, out);
      writeTrigger(session.trigger(), out);
      writeContent(session.content(), watermark, out);
    }
  }

  @Override
  public SessionState<A> read(long watermark, DataInput in) throws IOException {
    SessionState<A> state = new SessionState<>();
    int count = VarLongs.readSize(in);
    for (int i = 0; i < count; i++) {
      Session<A> session = readSession(readWindow(watermark, in), in);
      readContent(session.content(), watermark, in);
      state.sessions().add(session);
    }
    return state;
  }

  private static void writeSession(Session<?> session, DataOutput out) throws IOException {
    PaneHistory pane = session.lastPane();
    SessionTimers timers = session.timers();
    int flags =
        (pane != null ? HAS_PANE : 0)
            | (session.hasNewElements() ? HAS_NEW_ELEMENTS : 0)
            | (timers.waitsForEnd() ? WAITS_FOR_END : 0)
            | (session.hold() != Session.NO_HOLD ? HAS_HOLD : 0);
    out.writeByte(flags);
    if (pane != null) {
      out.writeByte(codeOf(pane.timing()));
      VarLongs.write(pane.index(), out);
      VarLongs.write(pane.nonSpeculativeIndex(), out);
    }
    if (session.hold() != Session.NO_HOLD) {
      // within the session: a small number
      VarLongs.write(session.hold() - session.window().startMillis(), out);
    }
    VarLongs.write(timers.processingTimes().length, out);
    for (long target : timers.processingTimes()) {
      VarLongs.write(target, out);
    }
  }

  private static <A> Session<A> readSession(TimeWindow window, DataInput in) throws IOException {
    int flags = in.readByte();
    PaneHistory pane =
        (flags & HAS_PANE) == 0
            ? null
            : new PaneHistory(timingOf(in.readByte()), VarLongs.read(in), VarLongs.read(in));
    long hold =
        (flags & HAS_HOLD) == 0 ? Session.NO_HOLD : window.startMillis() + VarLongs.read(in);
    long[] processingTimes = new long[VarLongs.readSize(in)];
    for (int i = 0; i < processingTimes.length; i++) {
      processingTimes[i] = VarLongs.read(in);
    }
    SessionTimers timers = new SessionTimers((flags & WAITS_FOR_END) != 0, processingTimes);
    Session<A> session = new Session<>(window, readTrigger(in), timers);
    session.setLastPane(pane);
    session.setHasNewElements((flags & HAS_NEW_ELEMENTS) != 0);
    session.setHold(hold);
    return session;
  }

  private static void writeTrigger(TriggerState trigger, DataOutput out) throws IOException {
    VarLongs.write(trigger.finishedBits(), out);
    VarLongs.write(trigger.slotCount(), out);
    for (int i = 0; i < trigger.slotCount(); i++) {
      long slot = trigger.slot(i);
      out.writeBoolean(slot != TriggerState.EMPTY);
      if (slot != TriggerState.EMPTY) {
        VarLongs.write(slot, out);
      }
    }
  }

  private static TriggerState readTrigger(DataInput in) throws IOException {
    long finishedBits = VarLongs.read(in);
    long[] slots = new long[VarLongs.readSize(in)];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = in.readBoolean() ? VarLongs.read(in) : TriggerState.EMPTY;
    }
    return new TriggerState(finishedBits, slots);
  }

  private void writeContent(SessionContent<A> content, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(content.parts().size(), out);
    for (SessionContent.Part<A> part : content.parts()) {
      out.writeBoolean(part.isShown());
      if (part.isShown()) {
        writeWindow(part.shownIn(), watermark, out);
      }
      byte[] bytes = part.partial().toBytes(accumulators);
      VarLongs.write(bytes.length, out);
      out.write(bytes);
    }
  }

  private void readContent(SessionContent<A> content, long watermark, DataInput in)
      throws IOException {
    int count = VarLongs.readSize(in);
    for (int i = 0; i < count; i++) {
      TimeWindow shownIn = in.readBoolean() ? readWindow(watermark, in) : null;
      byte[] bytes = new byte[VarLongs.readSize(in)];
      in.readFully(bytes);
      content.parts().add(new SessionContent.Part<>(Partial.ofBytes(bytes), shownIn));
    }
  }

  /** Windows are near the watermark. */
  private static void writeWindow(TimeWindow window, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(window.startMillis() - watermark, out);
    VarLongs.write(window.endMillis() - window.startMillis(), out);
  }

  private static TimeWindow readWindow(long watermark, DataInput in) throws IOException {
    long start = watermark + VarLongs.read(in);
    long length = VarLongs.read(in);
    if (length < 1) {
      throw new IOException("State is corrupt: the length of a session is " + length + " ms");
    }
    return new TimeWindow(start, start + length);
  }

  private static int codeOf(PaneTiming timing) {
    return switch (timing) {
      case EARLY -> 0;
      case ON_TIME -> 1;
      case LATE -> 2;
    };
  }

  private static PaneTiming timingOf(int code) throws IOException {
    if (code < 0 || code >= TIMINGS.length) {
      throw new IOException("State is corrupt: the timing of a pane is " + code);
    }
    return TIMINGS[code];
  }
}
