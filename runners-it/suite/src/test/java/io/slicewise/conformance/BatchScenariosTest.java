package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.oracle.Oracles;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promised holds in every order of the elements, and nothing that is lost is missed. */
class BatchScenariosTest {
  private static final int ORDERS = 20;
  private static final List<BatchScenario> ALL = BatchScenarios.all();

  static List<Named<BatchScenario>> scenarios() {
    return ALL.stream().map(batch -> Named.of(batch.scenario().id(), batch)).toList();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void everyOrderKeepsThePromise(BatchScenario batch) {
    Random random = new Random(batch.scenario().id().hashCode());
    for (int order = 0; order < ORDERS; order++) {
      List<Event> events = elements(batch);
      Collections.shuffle(events, random);
      if (batch.promise() == BatchPromise.ANY_MOMENT) {
        for (int i = events.size(); i > 0; i--) {
          events.add(i, new Event.AdvanceProcessingTime(random.nextInt(500_000)));
        }
      }
      assertThat(batch.differences(outputOf(batch, events))).as("%s", events).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void watermarkThatWaitsForElementsKeepsTheWeakestPromise(BatchScenario batch) {
    Random random = new Random(batch.scenario().id().hashCode());
    for (int order = 0; order < ORDERS; order++) {
      List<Event> elements = elements(batch);
      Collections.shuffle(elements, random);
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < elements.size(); i++) {
        events.add(elements.get(i));
        elements.subList(i + 1, elements.size()).stream()
            .mapToLong(later -> ((Event.Element) later).timestampMillis())
            .min()
            .ifPresent(earliest -> events.add(new Event.Watermark(behind(batch, earliest))));
      }
      assertThat(batch.withMovingWatermark().differences(outputOf(batch, events)))
          .as("%s", events)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void windowThatIsLostOrAnothersIsADifference(BatchScenario batch) {
    List<Pane> panes = batch.answer().panes();
    for (Pane lost : panes.stream().filter(Pane::isLast).toList()) {
      List<Pane> left =
          panes.stream()
              .filter(
                  pane ->
                      !pane.key().equals(lost.key())
                          || pane.windowSpec() != lost.windowSpec()
                          || !pane.window().equals(lost.window()))
              .toList();
      assertThat(batch.differences(new ScenarioOutput(left, List.of(), 0))).isNotEmpty();
      List<Pane> ofAnother =
          panes.stream().map(pane -> pane == lost ? ofKey("another", pane) : pane).toList();
      assertThat(batch.differences(new ScenarioOutput(ofAnother, List.of(), 0))).isNotEmpty();
    }
    assertThat(batch.differences(new ScenarioOutput(panes, List.of(), 1))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void valueOfTheLastPaneMatters(BatchScenario batch) {
    List<Pane> panes = batch.answer().panes();
    for (Pane last : panes.stream().filter(Pane::isLast).toList()) {
      List<Pane> wrong =
          panes.stream().map(pane -> pane == last ? ofOtherValue(pane) : pane).toList();
      assertThat(batch.differences(new ScenarioOutput(wrong, List.of(), 0))).isNotEmpty();
    }
  }

  @Test
  void howMuchIsPromised() {
    assertThat(
            ALL.stream()
                .collect(
                    Collectors.groupingBy(
                        BatchScenario::promise,
                        () -> new EnumMap<>(BatchPromise.class),
                        Collectors.counting())))
        .isEqualTo(
            Map.of(
                BatchPromise.WHOLE,
                140L,
                BatchPromise.ANY_ORDER,
                25L,
                BatchPromise.ANY_MOMENT,
                13L));
  }

  private static Pane ofKey(String key, Pane pane) {
    return new Pane(
        key,
        pane.windowSpec(),
        pane.window(),
        pane.value(),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        pane.timestampMillis(),
        pane.retraction());
  }

  private static Pane ofOtherValue(Pane pane) {
    return new Pane(
        pane.key(),
        pane.windowSpec(),
        pane.window(),
        another(pane.value()),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        pane.timestampMillis(),
        pane.retraction());
  }

  private static Object another(Object value) {
    if (value instanceof List<?> values) {
      List<Object> more = new ArrayList<>(values);
      more.add("another");
      return more;
    }
    return value instanceof Number number
        ? (Object) (number.doubleValue() == 0 ? 1L : 0L)
        : value + "!";
  }

  /** A session with an inclusive gap expires just as an element may come that touches it. */
  private static long behind(BatchScenario batch, long millis) {
    boolean inclusive =
        batch.scenario().windows().stream()
            .anyMatch(
                spec -> spec instanceof WindowSpec.Sessions sessions && sessions.inclusiveGap());
    return inclusive ? millis - 1 : millis;
  }

  private static List<Event> elements(BatchScenario batch) {
    return new ArrayList<>(
        batch.scenario().events().stream().filter(Event.Element.class::isInstance).toList());
  }

  private static ScenarioOutput outputOf(BatchScenario batch, List<Event> events) {
    List<Event> all = new ArrayList<>(events);
    all.add(new Event.WatermarkEnd());
    return Oracles.output(batch.scenario().withEvents(all));
  }
}
