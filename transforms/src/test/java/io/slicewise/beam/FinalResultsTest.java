package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Final results only: with {@code Never}, a window has one pane, when it expires. */
class FinalResultsTest {
  private static final String SCRIPT =
      "1@1 2@3 3@12 W10 4@5 W13 5@2 W18 6@1 7@13 W31 8@41 9@14 W60 10@61 11@52";

  private static Window<KV<String, Long>> window(WindowFn<Object, ?> windowFn, long lateness) {
    return Window.<KV<String, Long>>into(windowFn)
        .triggering(Never.ever())
        .withAllowedLateness(millis(lateness))
        .discardingFiredPanes();
  }

  private static List<String> panesOf(Window<KV<String, Long>> window) {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    Panes<KV<String, String>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream(SCRIPT))
        .apply(
            SlicedWindowAggregate.<String, Long, String>perKey(new Contents()).windowedBy(window))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    return panes.lines();
  }

  @Test
  void withLateness_thePaneHoldsLateElements() {
    assertThat(panesOf(window(FixedWindows.of(millis(10)), 8)))
        .containsExactly(
            "[0, 10) KV{k, 1+2+4+5} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 3+7} @19 ON_TIME 0/0 first last",
            "[40, 50) KV{k, 8} @49 ON_TIME 0/0 first last",
            "[50, 60) KV{k, 11} @59 LATE 0/0 first last",
            "[60, 70) KV{k, 10} @69 ON_TIME 0/0 first last");
  }

  @Test
  void withoutLateness_thePaneComesAtTheEndOfTheWindow() {
    assertThat(panesOf(window(FixedWindows.of(millis(10)), 0)))
        .containsExactly(
            "[0, 10) KV{k, 1+2} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 3+7} @19 ON_TIME 0/0 first last",
            "[40, 50) KV{k, 8} @49 ON_TIME 0/0 first last",
            "[60, 70) KV{k, 10} @69 ON_TIME 0/0 first last");
  }

  @ParameterizedTest
  @EnumSource(TimestampCombiner.class)
  void panesAreThoseOfBeam(TimestampCombiner combiner) {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (long lateness : new long[] {0, 3, 8, 100}) {
      for (WindowFn<Object, ?> windowFn :
          List.<WindowFn<Object, ?>>of(
              FixedWindows.of(millis(10)), SlidingWindows.of(millis(25)).every(millis(10)))) {
        bothWays.compare(
            windowFn + " lateness " + lateness,
            window(windowFn, lateness).withTimestampCombiner(combiner),
            new Contents());
      }
    }
    bothWays.assertSame();
  }
}
