package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WindowingTest {
  private static final FixedWindows TEN = FixedWindows.of(millis(10));
  private static final Trigger EVERY_ELEMENT = Repeatedly.forever(AfterPane.elementCountAtLeast(1));

  @Test
  void nothingSet_hasBeamsDefaults() {
    WindowingSpec spec =
        Windowing.of(Window.<Long>into(TEN), Windowing.Extras.NONE, unbounded()).spec();
    assertThat(spec.windows()).hasToString("fixed(size=10 ms, offset=0 ms)");
    assertThat(spec.trigger()).isEqualTo(new TriggerSpec.DefaultTrigger());
    assertThat(spec.allowedLatenessMillis()).isZero();
    assertThat(spec.accumulation()).isEqualTo(AccumulationMode.DISCARDING);
    assertThat(spec.timestampCombiner()).isEqualTo(TimestampCombiner.END_OF_WINDOW);
    assertThat(spec.closing()).isEqualTo(FiringBehavior.FIRE_IF_NON_EMPTY);
    assertThat(spec.onTime()).isEqualTo(FiringBehavior.FIRE_ALWAYS);
  }

  @Test
  void everySetting_isTaken() {
    Window<Long> window =
        Window.<Long>into(TEN)
            .triggering(EVERY_ELEMENT)
            .withAllowedLateness(millis(5), ClosingBehavior.FIRE_ALWAYS)
            .withOnTimeBehavior(OnTimeBehavior.FIRE_IF_NON_EMPTY)
            .withTimestampCombiner(
                org.apache.beam.sdk.transforms.windowing.TimestampCombiner.EARLIEST)
            .accumulatingFiredPanes();
    WindowingSpec spec = Windowing.of(window, Windowing.Extras.NONE, unbounded()).spec();
    assertThat(spec.trigger()).isEqualTo(new TriggerSpec.Repeatedly(new TriggerSpec.AfterPane(1)));
    assertThat(spec.allowedLatenessMillis()).isEqualTo(5);
    assertThat(spec.accumulation()).isEqualTo(AccumulationMode.ACCUMULATING);
    assertThat(spec.timestampCombiner()).isEqualTo(TimestampCombiner.EARLIEST);
    assertThat(spec.closing()).isEqualTo(FiringBehavior.FIRE_ALWAYS);
    assertThat(spec.onTime()).isEqualTo(FiringBehavior.FIRE_IF_NON_EMPTY);
  }

  @Test
  void openSettings_areTheInputs() {
    PCollection<Long> input =
        unbounded()
            .setWindowingStrategyInternal(
                WindowingStrategy.of(FixedWindows.of(millis(99)))
                    .withAllowedLateness(millis(7))
                    .withMode(WindowingStrategy.AccumulationMode.ACCUMULATING_FIRED_PANES));
    WindowingSpec spec =
        Windowing.of(
                Window.<Long>into(TEN).withAllowedLateness(millis(2)), Windowing.Extras.NONE, input)
            .spec();
    assertThat(spec.windows()).hasToString("fixed(size=10 ms, offset=0 ms)");
    assertThat(spec.allowedLatenessMillis()).isEqualTo(7);
    assertThat(spec.accumulation()).isEqualTo(AccumulationMode.ACCUMULATING);
  }

  @Test
  void result_hasTheContinuationTrigger() {
    Window<Long> window =
        Window.<Long>into(TEN)
            .triggering(
                Repeatedly.forever(
                    AfterProcessingTime.pastFirstElementInPane().plusDelayOf(millis(3))))
            .withAllowedLateness(millis(5))
            .accumulatingFiredPanes();
    WindowingStrategy<?, ?> result =
        Windowing.of(window, Windowing.Extras.NONE, unbounded()).resultStrategy();
    assertThat(result.getTrigger())
        .hasToString(
            "Repeatedly.forever(AfterSynchronizedProcessingTime.pastFirstElementInPane())");
    assertThat(result.getWindowFn()).isEqualTo(TEN);
    assertThat(result.getAllowedLateness()).isEqualTo(millis(5));
  }

  @Test
  void resultOfSessions_isMergedAlready() {
    Window<Long> window = Window.into(Sessions.withGapDuration(millis(5)));
    assertThat(
            Windowing.of(window, Windowing.Extras.NONE, unbounded())
                .resultStrategy()
                .isAlreadyMerged())
        .isTrue();
    assertThat(
            Windowing.of(Window.<Long>into(TEN), Windowing.Extras.NONE, unbounded())
                .resultStrategy()
                .isAlreadyMerged())
        .isFalse();
  }

  static Stream<Arguments> incomplete() {
    Window<Long> windows = Window.into(TEN);
    return Stream.of(
        Arguments.of(
            windows.triggering(EVERY_ELEMENT).discardingFiredPanes(),
            "windowedBy: a trigger needs an allowed lateness but the Window with"
                + " Repeatedly.forever(AfterPane.elementCountAtLeast(1)) has none. Add"
                + " .withAllowedLateness(Duration.ZERO), or a longer one to accept late elements."),
        Arguments.of(
            windows.triggering(EVERY_ELEMENT).withAllowedLateness(Duration.ZERO),
            "windowedBy: the accumulation mode is missing, but with"
                + " Repeatedly.forever(AfterPane.elementCountAtLeast(1)) and an allowed lateness of"
                + " 0 ms a window may have several panes. Add .accumulatingFiredPanes() or"
                + " .discardingFiredPanes()."),
        Arguments.of(
            windows.withAllowedLateness(millis(5)),
            "windowedBy: the accumulation mode is missing, but with DefaultTrigger and an allowed"
                + " lateness of 5 ms a window may have several panes. Add .accumulatingFiredPanes()"
                + " or .discardingFiredPanes()."),
        Arguments.of(
            Window.<Long>into(new GlobalWindows()),
            "windowedBy: GlobalWindows with the default trigger never fire for an input that is"
                + " UNBOUNDED. Add .triggering(...), or use FixedWindows or SlidingWindows."));
  }

  @ParameterizedTest
  @MethodSource("incomplete")
  void whatBeamRefuses_isRefused(Window<Long> window, String message) {
    assertThat(isAcceptedByBeam(window)).isFalse();
    assertThatThrownBy(() -> Windowing.of(window, Windowing.Extras.NONE, unbounded()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> finishing() {
    AfterWatermark.FromEndOfWindow end = AfterWatermark.pastEndOfWindow();
    AfterPane one = AfterPane.elementCountAtLeast(1);
    return Stream.of(
        Arguments.of(one, 0L, false),
        Arguments.of(end, 0L, true),
        Arguments.of(end, 1L, false),
        Arguments.of(end.withEarlyFirings(one), 0L, true),
        Arguments.of(end.withEarlyFirings(one), 1L, false),
        Arguments.of(end.withLateFirings(one), 1L, true),
        Arguments.of(Repeatedly.forever(one), 1L, true),
        Arguments.of(Repeatedly.forever(one).orFinally(end), 0L, false),
        Arguments.of(Never.ever(), 1L, true));
  }

  @ParameterizedTest(name = "{0} lateness {1} ms: {2}")
  @MethodSource("finishing")
  void triggerThatMayLoseElements_isRefused(Trigger trigger, long latenessMillis, boolean safe) {
    Window<Long> window =
        Window.<Long>into(TEN)
            .triggering(trigger)
            .withAllowedLateness(millis(latenessMillis))
            .discardingFiredPanes();
    assertThat(isAcceptedByBeam(window)).isEqualTo(safe);
    if (safe) {
      assertThat(Windowing.of(window, Windowing.Extras.NONE, unbounded())).isNotNull();
    } else {
      assertThatThrownBy(() -> Windowing.of(window, Windowing.Extras.NONE, unbounded()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "windowedBy: the trigger "
                  + trigger
                  + " may finish while its window still takes elements, which would then be lost"
                  + " (allowed lateness "
                  + latenessMillis
                  + " ms). Wrap it in Repeatedly.forever(...).");
    }
  }

  private static boolean isAcceptedByBeam(Window<Long> window) {
    try {
      unbounded()
          .apply(window)
          .apply(WithKeys.of(1L))
          .setCoder(KvCoder.of(VarLongCoder.of(), VarLongCoder.of()))
          .apply(GroupByKey.create());
      return true;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return false;
    }
  }

  @Test
  void retracting_isRefused() {
    PCollection<Long> input =
        unbounded()
            .setWindowingStrategyInternal(
                WindowingStrategy.globalDefault()
                    .withMode(WindowingStrategy.AccumulationMode.RETRACTING_FIRED_PANES));
    assertThatThrownBy(() -> Windowing.of(Window.<Long>into(TEN), Windowing.Extras.NONE, input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "windowedBy: the accumulation mode must be ACCUMULATING_FIRED_PANES or"
                + " DISCARDING_FIRED_PANES but was RETRACTING_FIRED_PANES. Call"
                + " .retractingFiredPanes() on the SlicedWindowAggregate for retractions, or add"
                + " .accumulatingFiredPanes() or .discardingFiredPanes() to the Window.");
  }

  @Test
  void retractions_takeThePlaceOfTheMode() {
    Windowing.Extras retracting = Windowing.Extras.NONE.withRetractions();
    for (WindowingStrategy.AccumulationMode mode : WindowingStrategy.AccumulationMode.values()) {
      PCollection<Long> input =
          unbounded()
              .setWindowingStrategyInternal(WindowingStrategy.globalDefault().withMode(mode));
      Windowing windowing = Windowing.of(Window.<Long>into(TEN), retracting, input);
      assertThat(windowing.spec().accumulation()).isEqualTo(AccumulationMode.RETRACTING);
      assertThat(windowing.resultStrategy().getMode())
          .isEqualTo(
              mode == WindowingStrategy.AccumulationMode.RETRACTING_FIRED_PANES
                  ? WindowingStrategy.AccumulationMode.ACCUMULATING_FIRED_PANES
                  : mode);
    }
  }

  @Test
  void boundedGlobalWindow_mayHaveTheDefaultTrigger() {
    assertThat(
            Windowing.of(
                Window.<Long>into(new GlobalWindows()),
                Windowing.Extras.NONE,
                input(IsBounded.BOUNDED)))
        .isNotNull();
  }

  @Test
  void check_refusesWhatTheWindowAloneTells() {
    assertThatThrownBy(() -> Windowing.check(Window.configure().accumulatingFiredPanes()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "windowedBy: the Window has no window function. Start it with Window.into(...) instead"
                + " of Window.configure().");
    assertThatThrownBy(() -> Windowing.check(Window.into(CalendarWindows.days(1))))
        .hasMessageStartingWith("windowedBy: the window function must be FixedWindows");
    assertThatThrownBy(() -> Windowing.check(Window.into(Sessions.withGapDuration(millis(0)))))
        .hasMessageStartingWith("gap: must be from 1 ms");
    assertThatThrownBy(
            () -> Windowing.check(Window.into(TEN).triggering(AfterPane.elementCountAtLeast(0))))
        .hasMessageStartingWith("windowedBy: AfterPane.elementCountAtLeast");
  }

  private static PCollection<Long> unbounded() {
    return input(IsBounded.UNBOUNDED);
  }

  private static PCollection<Long> input(IsBounded bounded) {
    return PCollection.createPrimitiveOutputInternal(
        Pipeline.create(BothWays.options()),
        WindowingStrategy.globalDefault(),
        bounded,
        VarLongCoder.of());
  }
}
