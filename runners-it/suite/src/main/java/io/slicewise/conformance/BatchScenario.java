package io.slicewise.conformance;

import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.oracle.Oracles;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.ExpectedPane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioComparison;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The elements of a scenario as a bounded input, and the batch answer.
 *
 * @param scenario the elements, then the end of time; it expects {@code answer}
 * @param answer what the oracle gives for the elements in this order
 * @param promise how much of that a runner must give
 */
public record BatchScenario(Scenario scenario, ScenarioOutput answer, BatchPromise promise) {

  /** {@code scenario} without anything but its elements. */
  static BatchScenario of(Scenario scenario) {
    List<Event> events =
        new ArrayList<>(
            scenario.events().stream().filter(Event.Element.class::isInstance).toList());
    events.add(new Event.WatermarkEnd());
    Scenario bounded = scenario.withEvents(events);
    ScenarioOutput answer = Oracles.output(bounded);
    Expectation expectation =
        Expectation.exactly(answer.panes(), answer.late(), answer.droppedDueToLateness());
    return new BatchScenario(bounded.withExpect(expectation), answer, promiseFor(scenario));
  }

  /** The same, for a runner whose watermark moves on between elements, though never past one. */
  public BatchScenario withMovingWatermark() {
    return new BatchScenario(scenario, answer, BatchPromise.ANY_MOMENT);
  }

  /** What {@code output} gives other than was promised, in words. */
  public List<String> differences(ScenarioOutput output) {
    return switch (promise) {
      case WHOLE -> ScenarioComparison.differences(scenario, output);
      case ANY_ORDER -> {
        List<String> differences =
            new ArrayList<>(ScenarioComparison.differences(withOrderLeftOpen(), output));
        differences.addAll(Settled.differences(scenario, answer, output));
        yield differences;
      }
      case ANY_MOMENT -> {
        List<String> differences =
            new ArrayList<>(
                ScenarioComparison.differences(
                    scenario.withExpect(expectingPanes(List.of())),
                    new ScenarioOutput(List.of(), output.late(), output.droppedDueToLateness())));
        differences.addAll(Settled.differences(scenario, answer, output));
        yield differences;
      }
    };
  }

  private static BatchPromise promiseFor(Scenario scenario) {
    boolean counts = Looks.atElements(scenario.trigger());
    boolean merges = scenario.windows().stream().anyMatch(WindowSpec.Sessions.class::isInstance);
    boolean byStreamTime =
        scenario.windows().stream().anyMatch(WindowSpec.StreamTime.class::isInstance);
    if (byStreamTime || (counts && merges) || Looks.atProcessingTime(scenario.trigger())) {
      return BatchPromise.ANY_MOMENT;
    }
    return counts || scenario.aggregate().kind() == AggregateSpec.Kind.CONCAT
        ? BatchPromise.ANY_ORDER
        : BatchPromise.WHOLE;
  }

  private Scenario withOrderLeftOpen() {
    return scenario.withExpect(
        expectingPanes(scenario.expect().panes().stream().map(this::withOrderLeftOpen).toList()));
  }

  private Expectation expectingPanes(List<ExpectedPane> panes) {
    return new Expectation(
        panes, scenario.expect().late(), scenario.expect().droppedDueToLateness());
  }

  private ExpectedPane withOrderLeftOpen(ExpectedPane pane) {
    return new ExpectedPane(
        pane.key(),
        pane.windowSpec(),
        pane.window(),
        scenario.aggregate().kind() == AggregateSpec.Kind.COUNT ? pane.value() : Optional.empty(),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        scenario.timestampCombiner() == TimestampCombiner.END_OF_WINDOW
            ? pane.timestampMillis()
            : Optional.empty(),
        pane.retraction());
  }

  /** What a trigger looks at before the end of a window. */
  private static final class Looks {
    private static boolean atElements(TriggerSpec trigger) {
      return trigger instanceof AfterPane || parts(trigger).anyMatch(Looks::atElements);
    }

    private static boolean atProcessingTime(TriggerSpec trigger) {
      return trigger instanceof AfterProcessingTime
          || parts(trigger).anyMatch(Looks::atProcessingTime);
    }

    /** Nothing comes after the end of a window, so the trigger of late panes is not looked at. */
    private static Stream<TriggerSpec> parts(TriggerSpec trigger) {
      if (trigger instanceof EarlyAndLate both) {
        return Stream.of(both.early());
      } else if (trigger instanceof OrFinally both) {
        return Stream.of(both.main(), both.until());
      } else if (trigger instanceof Repeatedly repeatedly) {
        return Stream.of(repeatedly.of());
      } else if (trigger instanceof TriggerSpec.AfterEach each) {
        return each.of().stream();
      } else if (trigger instanceof TriggerSpec.AfterFirst first) {
        return first.of().stream();
      } else if (trigger instanceof TriggerSpec.AfterAll all) {
        return all.of().stream();
      }
      return Stream.of();
    }
  }
}
