package io.slicewise.beam;

import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Sessions as Beam's own {@code Sessions}, with a choice of what the gap means: whether elements
 * exactly the gap apart are two sessions, as there, or one.
 *
 * <pre>
 * gap 5             0    2         7         12
 * elements          a    b         c         d
 * their windows     [---- 0..5 )   [---- 7..12 )
 *                        [- 2..7 )           [---- 12..17 )
 * sessions          [-- 0..7 )     [- 7..12 )[-- 12..17 )
 * inclusive         [------------- 0..17 ---------------)
 * </pre>
 *
 * <p>A window ends the gap after its last element either way. An element exactly then is in time
 * for an inclusive session only if the watermark is not beyond the window's last instant, or the
 * allowed lateness covers it: the session has expired otherwise.
 *
 * <p>Made for {@link SlicedWindowAggregate}; {@code Window.into} takes them too.
 */
public final class SessionWindows extends WindowFn<Object, IntervalWindow> {
  private static final long serialVersionUID = 1L;

  /** Without an element for how long a session ends. */
  private final Duration gapDuration;

  /** Whether elements exactly the gap apart are of one session. */
  private final boolean inclusive;

  /** The same, for the engine. */
  private final io.slicewise.core.window.SessionWindows windows;

  private SessionWindows(Duration gapDuration, boolean inclusive) {
    this.gapDuration = gapDuration;
    this.inclusive = inclusive;
    this.windows = new io.slicewise.core.window.SessionWindows(gapDuration.getMillis(), inclusive);
  }

  /**
   * Sessions that end when there was no element for {@code gapDuration}; elements exactly that far
   * apart are two sessions.
   *
   * @param gapDuration 1 ms or more
   * @return the windows
   * @throws IllegalArgumentException if {@code gapDuration} is out of range
   */
  public static SessionWindows withGapDuration(Duration gapDuration) {
    return new SessionWindows(Objects.requireNonNull(gapDuration, "gapDuration"), false);
  }

  /**
   * Returns windows like these in which elements exactly the gap apart are one session.
   *
   * @return the new windows
   */
  public SessionWindows inclusive() {
    return new SessionWindows(gapDuration, true);
  }

  /**
   * Without an element for how long a session ends.
   *
   * @return the gap
   */
  public Duration getGapDuration() {
    return gapDuration;
  }

  /**
   * Whether elements exactly the gap apart are one session.
   *
   * @return whether the gap is inclusive
   */
  public boolean isInclusive() {
    return inclusive;
  }

  /** The windows, for the engine. */
  io.slicewise.core.window.SessionWindows windows() {
    return windows;
  }

  @Override
  public Collection<IntervalWindow> assignWindows(AssignContext context) {
    TimeWindow window = windows.windowOf(context.timestamp().getMillis());
    return Collections.singletonList(
        new IntervalWindow(
            Instant.ofEpochMilli(window.startMillis()), Instant.ofEpochMilli(window.endMillis())));
  }

  @Override
  public void mergeWindows(MergeContext context) throws Exception {
    List<IntervalWindow> sorted = new ArrayList<>(context.windows());
    Collections.sort(sorted);
    List<IntervalWindow> parts = new ArrayList<>();
    IntervalWindow session = null;
    for (IntervalWindow window : sorted) {
      if (session != null && areOneSession(session, window)) {
        session = session.span(window);
      } else {
        merge(parts, session, context);
        parts.clear();
        session = window;
      }
      parts.add(window);
    }
    merge(parts, session, context);
  }

  private boolean areOneSession(IntervalWindow earlier, IntervalWindow later) {
    return windows.areOneSession(timeWindow(earlier), timeWindow(later));
  }

  private static TimeWindow timeWindow(IntervalWindow window) {
    return new TimeWindow(window.start().getMillis(), window.end().getMillis());
  }

  private static void merge(
      List<IntervalWindow> parts,
      IntervalWindow session,
      WindowFn<Object, IntervalWindow>.MergeContext context)
      throws Exception {
    if (parts.size() > 1) {
      context.merge(List.copyOf(parts), session);
    }
  }

  @Override
  public Coder<IntervalWindow> windowCoder() {
    return IntervalWindow.getCoder();
  }

  @Override
  public TypeDescriptor<IntervalWindow> getWindowTypeDescriptor() {
    return TypeDescriptor.of(IntervalWindow.class);
  }

  @Override
  public WindowMappingFn<IntervalWindow> getDefaultWindowMappingFn() {
    throw new UnsupportedOperationException(
        "side input: windows that merge, as "
            + this
            + ", have none for a main input. Window the side input otherwise.");
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in WindowFn all the same
  public boolean isCompatible(WindowFn<?, ?> other) {
    return equals(other);
  }

  @Override
  public void verifyCompatibility(WindowFn<?, ?> other) throws IncompatibleWindowException {
    if (!equals(other)) {
      throw new IncompatibleWindowException(
          other, "windows: must be " + this + " on both sides. Apply Window.into with these.");
    }
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("gapDuration", gapDuration).withLabel("Session Gap Duration"))
        .addIfNotDefault(
            DisplayData.item("inclusive", inclusive).withLabel("Session Gap Inclusive"), false);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SessionWindows that
        && gapDuration.equals(that.gapDuration)
        && inclusive == that.inclusive;
  }

  @Override
  public int hashCode() {
    return Objects.hash(gapDuration, inclusive);
  }

  @Override
  public String toString() {
    return "SessionWindows(gap="
        + gapDuration.getMillis()
        + " ms"
        + (inclusive ? ", inclusive" : "")
        + ")";
  }
}
