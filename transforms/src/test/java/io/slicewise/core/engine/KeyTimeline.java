package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.sliced.SlicedState;
import io.slicewise.core.window.TimeBounds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One key, event by event, with the state saved and restored after each of them. Panes read {@code
 * [0, 10) ON_TIME#0 "a+b" @9}, with {@code last} added to a window's last one, after {@code
 * withdrawn} if they are and, if there are several window specifications, after {@code 1:} if they
 * are of the second.
 */
final class KeyTimeline {
  private KeyEngine<Object, ?> engine;
  private KeyStateCodec codec;
  private final List<String> panes = new ArrayList<>();
  private final List<Object> tooLate = new ArrayList<>();
  private final boolean severalSpecs;
  private final List<Object> tooEarly = new ArrayList<>();
  private KeyState state;
  private long watermark = TimeBounds.MIN_TIMESTAMP;
  private long processingTime;
  private long merges;
  private long expiredWindows;
  private long closedWindows;
  private TimerRequest timers = TimerRequest.NOTHING;

  KeyTimeline(WindowedAggregation aggregation) {
    this(
        aggregation.engine(new Joining()),
        aggregation.codec(new Joining()),
        aggregation.specs().size() > 1);
  }

  KeyTimeline(KeyEngine<Object, ?> engine, KeyStateCodec codec) {
    this(engine, codec, false);
  }

  private KeyTimeline(KeyEngine<Object, ?> engine, KeyStateCodec codec, boolean severalSpecs) {
    this.engine = engine;
    this.codec = codec;
    this.severalSpecs = severalSpecs;
    state = engine.newState();
  }

  KeyTimeline element(Object value, long timestamp) {
    Step<?> step = engine.onElement(state, value, timestamp, clocks());
    if (step.outcome() == ElementOutcome.TOO_LATE) {
      tooLate.add(value);
    } else if (step.outcome() == ElementOutcome.TOO_EARLY) {
      tooEarly.add(value);
    }
    return took(step);
  }

  /** Several elements, each written as {@code value@timestamp}. */
  KeyTimeline elements(String elements) {
    for (String element : elements.split(" ", -1)) {
      int at = element.indexOf('@');
      element(element.substring(0, at), Long.parseLong(element.substring(at + 1)));
    }
    return this;
  }

  /** The pipeline is updated: what is stored goes on with other settings. */
  KeyTimeline updatedTo(Specs specs) {
    byte[] saved = saved();
    engine = WindowedAggregation.of(specs.spec()).engine(new Joining());
    codec = WindowedAggregation.of(specs.spec()).codec(new Joining());
    state = restored(saved);
    return this;
  }

  KeyTimeline watermark(long millis) {
    watermark = millis;
    return took(engine.onWatermark(state, clocks()));
  }

  KeyTimeline endOfTime() {
    return watermark(TimeBounds.MAX_TIMESTAMP);
  }

  KeyTimeline processingTime(long millis) {
    processingTime = millis;
    return took(engine.onProcessingTime(state, clocks()));
  }

  /** The panes since the last call, whole. */
  KeyTimeline thenPanes(String... expected) {
    assertThat(panes).containsExactly(expected);
    panes.clear();
    return this;
  }

  KeyTimeline thenTooLate(Object... values) {
    assertThat(tooLate).containsExactly(values);
    return this;
  }

  KeyTimeline thenTooEarly(Object... values) {
    assertThat(tooEarly).containsExactly(values);
    return this;
  }

  KeyTimeline thenExpiredWindows(long count) {
    assertThat(expiredWindows).isEqualTo(count);
    return this;
  }

  KeyTimeline thenClosedWindows(int count) {
    assertThat(closedWindows).isEqualTo(count);
    return this;
  }

  KeyTimeline thenTimer(long eventTime, long outputHold) {
    assertThat(timers.eventTimeMillis()).isEqualTo(eventTime);
    assertThat(timers.outputHoldMillis()).isEqualTo(outputHold);
    return this;
  }

  KeyTimeline thenLiveSlices(int count) {
    assertThat(state.liveSlices()).isEqualTo(count);
    return this;
  }

  KeyTimeline thenLiveSlicesAtMost(int count) {
    assertThat(state.liveSlices()).isLessThanOrEqualTo(count);
    return this;
  }

  /** How many accumulators were merged for the panes of the last step. */
  KeyTimeline thenMergesAtMost(int count) {
    assertThat(merges).isLessThanOrEqualTo(count);
    return this;
  }

  KeyTimeline thenWindowRecords(int count) {
    assertThat(((SlicedState<?>) state.group(0)).windowRecords()).isEqualTo(count);
    return this;
  }

  KeyTimeline thenStateIsSmallerThan(int bytes) {
    assertThat(saved().length).isLessThan(bytes);
    return this;
  }

  KeyTimeline thenNothingStored() {
    assertThat(state.isEmpty()).as("state is empty").isTrue();
    return this;
  }

  private Clocks clocks() {
    return new Clocks(watermark, processingTime);
  }

  private KeyTimeline took(Step<?> step) {
    for (FiredPane<?> pane : step.panes()) {
      panes.add(
          "%s%s%s %s#%d \"%s\" @%d%s"
              .formatted(
                  severalSpecs ? pane.windowSpec() + ": " : "",
                  pane.isRetraction() ? "withdrawn " : "",
                  pane.window(),
                  pane.timing(),
                  pane.index(),
                  pane.value(),
                  pane.timestampMillis(),
                  pane.isLast() ? " last" : ""));
    }
    merges = step.panes().stream().mapToLong(FiredPane::merges).sum();
    expiredWindows += step.expiredWindows();
    closedWindows += step.closedWindows();
    if (step.timers().hasEventTime()) {
      timers = step.timers();
    }
    state = restored(saved());
    return this;
  }

  private byte[] saved() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(state, new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private KeyState restored(byte[] saved) {
    try {
      return codec.read(new DataInputStream(new ByteArrayInputStream(saved)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
