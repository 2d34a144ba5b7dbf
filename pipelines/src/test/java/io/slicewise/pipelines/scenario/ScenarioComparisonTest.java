package io.slicewise.pipelines.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioComparisonTest {
  private static final String PANES_START = "\"panes\": [";
  private static final String LATE = "\"late\": [{\"key\": \"a\", \"value\": 4, \"timestamp\": 5}]";

  /** The scenario of {@link ScenarioText} with other expected panes, late elements and drops. */
  private static Scenario expecting(String aggregate, String panes, String late, String dropped) {
    String text = ScenarioText.with("\"sum\"", "\"" + aggregate + "\"");
    int start = text.indexOf(PANES_START);
    int end = text.indexOf(LATE);
    String expect = PANES_START + panes + "], \"late\": [" + late + "]" + dropped;
    int afterDropped = text.indexOf("\n", text.indexOf("droppedDueToLateness"));
    String replaced = text.substring(0, start) + expect + text.substring(afterDropped);
    assertThat(end).isPositive();
    return ScenarioReader.parse(replaced.replace('\'', '"'), "test.json").get(0);
  }

  private static Scenario expecting(String panes) {
    return expecting("sum", panes, "", "");
  }

  private static Pane pane(long start, Object value, long index) {
    return new Pane(
        "a",
        0,
        new TimeWindow(start, start + 10),
        value,
        PaneTiming.ON_TIME,
        index,
        index,
        index == 0,
        false,
        start + 9,
        false);
  }

  private static List<String> differences(Scenario scenario, Pane... panes) {
    return ScenarioComparison.differences(
        scenario, new ScenarioOutput(List.of(panes), List.of(), 0));
  }

  @Test
  void orderOfPanesHasNoMeaning() {
    Scenario scenario =
        expecting("{'window':[0,10],'value':1,'index':0},{'window':[10,20],'value':2,'index':0}");

    assertThat(differences(scenario, pane(10, 2L, 0), pane(0, 1L, 0))).isEmpty();
  }

  @Test
  void panesThatAreMissingWrongOrTooMuchAreTold() {
    Scenario scenario =
        expecting(
            "{'key':'a','window':[0,10],'value':1,'index':0},"
                + "{'key':'a','window':[10,20],'value':2,'timing':'LATE','index':0},"
                + "{'key':'a','window':[20,30],'value':3,'index':0}");

    assertThat(differences(scenario, pane(0, 1L, 0), pane(10, 5L, 0), pane(0, 1L, 0)))
        .containsExactly(
            "pane of key \"a\", window [10, 20), index 0: value expected 2 but was 5; timing"
                + " expected \"LATE\" but was \"ON_TIME\"",
            "missing pane {\"key\": \"a\", \"window\": [20, 30], \"value\": 3, \"index\": 0}",
            "unexpected pane {\"key\": \"a\", \"window\": [0, 10], \"value\": 1, \"timing\":"
                + " \"ON_TIME\", \"index\": 0, \"nonSpeculativeIndex\": 0, \"isFirst\": true,"
                + " \"isLast\": false, \"timestamp\": 9}");
  }

  @Test
  void openFieldsFitEverythingButEachPaneOnce() {
    Scenario scenario = expecting("{'key':'a'},{'key':'a','value':1}");

    assertThat(differences(scenario, pane(0, 1L, 0), pane(10, 2L, 0))).isEmpty();
    assertThat(differences(scenario, pane(10, 2L, 0), pane(0, 1L, 0))).isEmpty();
    assertThat(differences(scenario, pane(0, 1L, 0)))
        .containsExactly("missing pane {\"key\": \"a\", \"value\": 1}");
  }

  @Test
  void numbersAreComparedExactlyWhateverTheirType() {
    assertThat(differences(expecting("{'value':3}"), pane(0, 3.0, 0))).isEmpty();
    assertThat(differences(expecting("{'value':3.5}"), pane(0, 3.5, 0))).isEmpty();
    assertThat(differences(expecting("{'value':'NaN'}"), pane(0, Double.NaN, 0))).isEmpty();
    assertThat(differences(expecting("{'value':'-Infinity'}"), pane(0, -1 / 0.0, 0))).isEmpty();
    assertThat(differences(expecting("{'value':9007199254740993}"), pane(0, 9007199254740992.0, 0)))
        .hasSize(1);
    assertThat(differences(expecting("{'value':'NaN'}"), pane(0, 1.0, 0))).hasSize(1);
    assertThat(differences(expecting("{'value':1}"), pane(0, Double.NaN, 0))).hasSize(1);
  }

  @Test
  void listsAreMultisetsButRankingsAreNot() {
    Scenario list = expecting("list", "{'value':[1,2,2]}", "", "");
    assertThat(differences(list, pane(0, List.of(2L, 1L, 2L), 0))).isEmpty();
    assertThat(differences(list, pane(0, List.of(2L, 1L, 1L), 0))).hasSize(1);
    assertThat(differences(list, pane(0, List.of(2L, 1L), 0))).hasSize(1);

    Scenario ranking = expecting("topN:2", "{'value':[[1,3],[2,3]]}", "", "");
    List<Object> first = List.of(1L, 3L);
    List<Object> second = List.of(2L, 3L);
    assertThat(differences(ranking, pane(0, List.of(first, second), 0))).isEmpty();
    assertThat(differences(ranking, pane(0, List.of(second, first), 0))).hasSize(1);
  }

  @Test
  void paneIsNoWithdrawalUnlessExpected() {
    Pane withdrawal =
        new Pane("a", 0, new TimeWindow(0, 10), 1L, PaneTiming.LATE, 1, 1, false, false, 9, true);

    assertThat(differences(expecting("{'value':1}"), withdrawal)).hasSize(2);
    assertThat(differences(expecting("{'value':1,'retraction':true}"), withdrawal)).isEmpty();
  }

  @Test
  void lateElementsAndDropsAreCompared() {
    Scenario scenario =
        expecting("sum", "", "{'key':'a','value':4,'timestamp':5}", ", 'droppedDueToLateness': 1");
    Event.Element expected = new Event.Element("a", 4L, 5);
    Event.Element other = new Event.Element("a", 4L, 6);

    assertThat(
            ScenarioComparison.differences(
                scenario, new ScenarioOutput(List.of(), List.of(expected), 1)))
        .isEmpty();
    assertThat(
            ScenarioComparison.differences(
                scenario, new ScenarioOutput(List.of(), List.of(other), 2)))
        .containsExactly(
            "missing late element {\"key\": \"a\", \"value\": 4, \"timestamp\": 5}",
            "unexpected late element {\"key\": \"a\", \"value\": 4, \"timestamp\": 6}",
            "droppedDueToLateness: expected 1 but was 2");
  }
}
