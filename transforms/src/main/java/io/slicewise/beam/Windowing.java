package io.slicewise.beam;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.window.Assignment;
import java.io.Serializable;
import java.util.Objects;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.AfterWatermarkEarlyAndLate;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark.FromEndOfWindow;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Never.NeverTrigger;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;

/**
 * What a {@link Window} means for an input, as the engine and as Beam see it.
 *
 * <p>A {@code Window} is refused wherever {@code Window.into} followed by a {@code GroupByKey}
 * would refuse it, and for what is not supported here.
 *
 * @param spec the windows and firings, for the engine
 * @param resultStrategy the strategy of the result: what a {@code GroupByKey} in these windows has
 */
record Windowing(WindowingSpec spec, WindowingStrategy<?, ?> resultStrategy) {

  /**
   * Checks what {@code window} alone can tell.
   *
   * @throws IllegalArgumentException if it has no window function, or one or a trigger that is not
   *     supported
   */
  static void check(Window<?> window) {
    if (window.getWindowFn() == null) {
      throw new IllegalArgumentException(
          "windowedBy: the Window has no window function. Start it with Window.into(...) instead of"
              + " Window.configure().");
    }
    WindowPlans.windowsOf(window.getWindowFn());
    WindowingStrategy<?, ?> alone =
        window.getOutputStrategyInternal(WindowingStrategy.globalDefault());
    TriggerSpecs.specOf(alone.getTrigger());
    checkTrailing(alone);
  }

  /**
   * {@code window} and {@code extras} applied to {@code input}, whose settings fill in what {@code
   * window} leaves open, as with {@code Window.into}.
   *
   * @throws IllegalArgumentException if the settings are incomplete, would lose data or are not
   *     supported
   */
  static Windowing of(Window<?> window, Extras extras, PCollection<?> input) {
    WindowingStrategy<?, ?> strategy =
        window.getOutputStrategyInternal(input.getWindowingStrategy());
    if (extras.retracting() && isUnspecifiedOrRetracting(strategy)) {
      // What comes after adds changes up, which is right for panes that replace each other.
      strategy = strategy.withMode(WindowingStrategy.AccumulationMode.ACCUMULATING_FIRED_PANES);
    }
    checkTrailing(strategy);
    checkComplete(strategy);
    checkFires(strategy, input.isBounded());
    // A grouping that follows takes sessions as they are, unless they are windowed anew.
    return new Windowing(
        specOf(strategy, extras),
        strategy
            .withAlreadyMerged(!strategy.getWindowFn().isNonMerging())
            .withTrigger(strategy.getTrigger().getContinuationTrigger()));
  }

  private static boolean isUnspecifiedOrRetracting(WindowingStrategy<?, ?> strategy) {
    return !strategy.isModeSpecified()
        || strategy.getMode() == WindowingStrategy.AccumulationMode.RETRACTING_FIRED_PANES;
  }

  /**
   * What is set beside the {@code Window}, as Beam's has no place for it.
   *
   * @param assignment by which time elements are put into windows
   * @param retracting whether panes retract those before, whatever the accumulation mode
   * @param emission which panes are left out or added
   * @param futureBoundMillis how far ahead of the watermark timestamps may be, or {@link #NO_BOUND}
   */
  record Extras(
      Assignment assignment, boolean retracting, Emission emission, long futureBoundMillis)
      implements Serializable {
    /** In place of a bound: there is none. */
    static final long NO_BOUND = -1;

    /** As in Beam. */
    static final Extras NONE =
        new Extras(Assignment.TIMESTAMP, false, Emission.AS_IN_BEAM, NO_BOUND);

    Extras byStreamTime() {
      return new Extras(Assignment.STREAM_TIME, retracting, emission, futureBoundMillis);
    }

    Extras withRetractions() {
      return new Extras(assignment, true, emission, futureBoundMillis);
    }

    Extras with(Emission newEmission) {
      return new Extras(assignment, retracting, newEmission, futureBoundMillis);
    }

    /**
     * These with a bound.
     *
     * @param setting the method that takes it
     * @throws IllegalArgumentException if it is negative
     */
    Extras withFutureBound(String setting, Duration bound) {
      if (Objects.requireNonNull(bound, "bound").getMillis() < 0) {
        throw new IllegalArgumentException(
            setting + ": the bound must be zero or more but was " + bound.getMillis() + " ms.");
      }
      return new Extras(assignment, retracting, emission, bound.getMillis());
    }

    void populateDisplayData(DisplayData.Builder builder) {
      builder
          .addIfNotDefault(
              DisplayData.item("byStreamTime", assignment == Assignment.STREAM_TIME)
                  .withLabel("By Stream Time"),
              false)
          .addIfNotDefault(
              DisplayData.item("retractingFiredPanes", retracting).withLabel("Retractions"), false)
          .addIfNotDefault(
              DisplayData.item("emission", emission.toString()).withLabel("Emission"),
              Emission.AS_IN_BEAM.toString())
          .addIfNotDefault(
              DisplayData.item("futureBoundMillis", futureBoundMillis).withLabel("Future Bound"),
              NO_BOUND);
    }

    /**
     * Checks them for several windows at once.
     *
     * @throws IllegalArgumentException if they allow only one
     */
    void checkForSeveral() {
      if (assignment == Assignment.STREAM_TIME) {
        throw new IllegalArgumentException(
            "byStreamTime: allows one windowedBy only, without an output tag, as an element belongs"
                + " to one window. Leave the tag out, or byStreamTime.");
      }
    }

    /**
     * Checks them with the windows they are for.
     *
     * @throws IllegalArgumentException if they do not go together
     */
    void check(WindowFn<?, ?> windowFn) {
      if (assignment == Assignment.STREAM_TIME && !(windowFn instanceof FixedWindows)) {
        throw new IllegalArgumentException(
            "byStreamTime: the windows must be FixedWindows, as an element belongs to the one that"
                + " holds the stream time, but were "
                + windowFn
                + ". Use FixedWindows, or leave byStreamTime out.");
      }
    }
  }

  private static void checkTrailing(WindowingStrategy<?, ?> strategy) {
    if (!(strategy.getWindowFn() instanceof TrailingWindows)) {
      return;
    }
    if (!(strategy.getTrigger() instanceof DefaultTrigger)) {
      throw new IllegalArgumentException(
          "windowedBy: TrailingWindows must have the default trigger but had "
              + strategy.getTrigger()
              + ". Add .triggering(DefaultTrigger.of()), or use SlidingWindows.");
    }
    if (timestampCombinerOf(strategy.getTimestampCombiner()) != TimestampCombiner.END_OF_WINDOW) {
      throw new IllegalArgumentException(
          "windowedBy: TrailingWindows must have the timestamp combiner END_OF_WINDOW but had "
              + strategy.getTimestampCombiner()
              + ". Add .withTimestampCombiner(TimestampCombiner.END_OF_WINDOW), and make the latest"
              + " timestamp part of the aggregate if you need it.");
    }
  }

  private static void checkComplete(WindowingStrategy<?, ?> strategy) {
    Trigger trigger = strategy.getTrigger();
    boolean global = strategy.getWindowFn() instanceof GlobalWindows;
    boolean ownTrigger = !(trigger instanceof DefaultTrigger);
    if (strategy.isTriggerSpecified()
        && ownTrigger
        && !global
        && !strategy.isAllowedLatenessSpecified()) {
      throw new IllegalArgumentException(
          "windowedBy: a trigger needs an allowed lateness but the Window with "
              + trigger
              + " has none. Add .withAllowedLateness(Duration.ZERO), or a longer one to accept late"
              + " elements.");
    }
    long latenessMillis = strategy.getAllowedLateness().getMillis();
    boolean severalPanes = ownTrigger || (!global && latenessMillis > 0);
    if (severalPanes && !strategy.isModeSpecified()) {
      throw new IllegalArgumentException(
          "windowedBy: the accumulation mode is missing, but with "
              + trigger
              + " and an allowed lateness of "
              + latenessMillis
              + " ms a window may have several panes. Add .accumulatingFiredPanes() or"
              + " .discardingFiredPanes().");
    }
  }

  private static void checkFires(WindowingStrategy<?, ?> strategy, IsBounded bounded) {
    Trigger trigger = strategy.getTrigger();
    if (strategy.getWindowFn() instanceof GlobalWindows
        && trigger instanceof DefaultTrigger
        && bounded != IsBounded.BOUNDED) {
      throw new IllegalArgumentException(
          "windowedBy: GlobalWindows with the default trigger never fire for an input that is "
              + bounded
              + ". Add .triggering(...), or use FixedWindows or SlidingWindows.");
    }
    if (!isSafe(trigger, strategy.getAllowedLateness().getMillis())) {
      throw new IllegalArgumentException(
          "windowedBy: the trigger "
              + trigger
              + " may finish while its window still takes elements, which would then be lost"
              + " (allowed lateness "
              + strategy.getAllowedLateness().getMillis()
              + " ms). Wrap it in Repeatedly.forever(...).");
    }
  }

  /** The rule of Beam's {@code GroupByKey}: a trigger may finish only when its window expires. */
  private static boolean isSafe(Trigger trigger, long latenessMillis) {
    if (!trigger.mayFinish() || trigger instanceof NeverTrigger) {
      return true;
    }
    return latenessMillis == 0
        && (trigger instanceof FromEndOfWindow || trigger instanceof AfterWatermarkEarlyAndLate);
  }

  private static WindowingSpec specOf(WindowingStrategy<?, ?> strategy, Extras extras) {
    return new WindowingSpec(
        WindowPlans.windowsOf(strategy.getWindowFn()),
        extras.assignment(),
        TriggerSpecs.specOf(strategy.getTrigger()),
        strategy.getAllowedLateness().getMillis(),
        extras.retracting() ? AccumulationMode.RETRACTING : accumulationOf(strategy.getMode()),
        timestampCombinerOf(strategy.getTimestampCombiner()),
        strategy.getClosingBehavior() == ClosingBehavior.FIRE_ALWAYS
            ? FiringBehavior.FIRE_ALWAYS
            : FiringBehavior.FIRE_IF_NON_EMPTY,
        strategy.getOnTimeBehavior() == OnTimeBehavior.FIRE_ALWAYS
            ? FiringBehavior.FIRE_ALWAYS
            : FiringBehavior.FIRE_IF_NON_EMPTY,
        extras.emission());
  }

  private static AccumulationMode accumulationOf(WindowingStrategy.AccumulationMode mode) {
    return switch (mode) {
      case ACCUMULATING_FIRED_PANES -> AccumulationMode.ACCUMULATING;
      case DISCARDING_FIRED_PANES -> AccumulationMode.DISCARDING;
      case RETRACTING_FIRED_PANES ->
          throw new IllegalArgumentException(
              "windowedBy: the accumulation mode must be ACCUMULATING_FIRED_PANES or"
                  + " DISCARDING_FIRED_PANES but was RETRACTING_FIRED_PANES. Call"
                  + " .retractingFiredPanes() on the SlicedWindowAggregate for retractions, or add"
                  + " .accumulatingFiredPanes() or .discardingFiredPanes() to the Window.");
    };
  }

  private static TimestampCombiner timestampCombinerOf(
      org.apache.beam.sdk.transforms.windowing.TimestampCombiner combiner) {
    return switch (combiner) {
      case EARLIEST -> TimestampCombiner.EARLIEST;
      case LATEST -> TimestampCombiner.LATEST;
      case END_OF_WINDOW -> TimestampCombiner.END_OF_WINDOW;
    };
  }
}
