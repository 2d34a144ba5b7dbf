package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.junit.jupiter.api.Test;

/** Looks into DirectRunner itself, while it runs, for the state that its steps hold. */
class DirectRunnerStateTest {
  private static final String EVERYTHING_EXPIRED = "W9000 ";
  private static final long PROBE = -1;
  private static CountDownLatch probed;
  private static CountDownLatch inspected;

  /** A day by the minute, and beside it a step that never clears its state, which must show. */
  @Test
  void stateOfAKey_isGoneAfterItsLastWindow() throws Exception {
    List<String> steps =
        stepsWithState("1@10 2@500 3@5 W1000 4@1001 W1400 5@1399 " + EVERYTHING_EXPIRED);
    assertThat(steps).singleElement().asString().contains("Keeps its state");
  }

  @Test
  void stateOfAKey_isThereBefore() throws Exception {
    assertThat(stepsWithState("1@10 2@500 W1400 5@1399 "))
        .hasSize(2)
        .anyMatch(step -> step.contains("Sliced/Aggregate slices"));
  }

  /** The steps that hold state when all of {@code script} has been worked off. */
  private static List<String> stepsWithState(String script) throws Exception {
    probed = new CountDownLatch(1);
    inspected = new CountDownLatch(1);
    DirectOptions options = BothWays.options().as(DirectOptions.class);
    options.setBlockOnRun(false);
    Pipeline pipeline = Pipeline.create(options);
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream(script + PROBE + "@9000"));
    PCollection<KV<String, Long>> elements =
        input.apply("No probe", Filter.by(element -> element.getValue() != PROBE));
    elements.apply(
        "Sliced",
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(
                Window.<KV<String, Long>>into(SlidingWindows.of(millis(1440)).every(millis(1)))
                    .withAllowedLateness(millis(100))
                    .accumulatingFiredPanes()));
    elements.apply("Keeps its state", ParDo.of(new KeepLastFn()));
    input.apply("Probe", ParDo.of(new ProbeFn()));
    PipelineResult result = pipeline.run();
    try {
      assertThat(probed.await(1, TimeUnit.MINUTES)).isTrue();
      Map<?, ?> states =
          (Map<?, ?>) fieldOf(fieldOf(result, "evaluationContext"), "applicationStateInternals");
      // DirectRunner puts a grouping of its own before each DoFn with state
      return states.keySet().stream()
          .map(Object::toString)
          .filter(step -> step.contains("/Stateful ParDo"))
          .toList();
    } finally {
      inspected.countDown();
      result.waitUntilFinish();
    }
  }

  private static Object fieldOf(Object object, String name) throws ReflectiveOperationException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  private static final class KeepLastFn extends DoFn<KV<String, Long>, Void> {
    private static final long serialVersionUID = 1L;

    @StateId("last")
    private final StateSpec<ValueState<Long>> last = StateSpecs.value();

    @ProcessElement
    public void processElement(
        @Element KV<String, Long> element, @StateId("last") ValueState<Long> state) {
      state.write(element.getValue());
    }
  }

  /** Holds the pipeline still until the test has looked. */
  private static final class ProbeFn extends DoFn<KV<String, Long>, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(@Element KV<String, Long> element) throws InterruptedException {
      if (element.getValue() == PROBE) {
        probed.countDown();
        inspected.await();
      }
    }
  }
}
