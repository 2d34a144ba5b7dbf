package io.slicewise.bench.report;

import static io.slicewise.bench.engine.Engine.FLINK_DATASTREAM;
import static io.slicewise.bench.engine.Engine.FLINK_SQL;
import static io.slicewise.bench.engine.Engine.FLOOR;
import static io.slicewise.bench.engine.Engine.NATIVE;
import static io.slicewise.bench.engine.Engine.SLICED;
import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import io.slicewise.bench.suite.Row;
import io.slicewise.bench.suite.RowResult;
import io.slicewise.bench.suite.SampleRuns;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What is written about a suite. */
class ReportsTest {
  private static RowResult row(String name, long ratio, Map<Engine, Double> speeds)
      throws Exception {
    Map<Engine, Long> events = new HashMap<>();
    speeds.keySet().forEach(engine -> events.put(engine, 1_000_000L));
    Row row = new Row(name, ratio, List.of(), events);
    Map<Engine, List<RunResult>> runs = new HashMap<>();
    speeds.forEach(
        (engine, speed) ->
            runs.put(engine, List.of(SampleRuns.run(engine, 1_000_000, speed, "aa"))));
    return new RowResult(row, runs);
  }

  private static List<RowResult> rows() throws Exception {
    return List.of(
        row("heap-1", 1, Map.of(SLICED, 500_000.0, FLOOR, 600_000.0, FLINK_SQL, 490_000.0)),
        row("heap-60", 60, Map.of(SLICED, 400_000.0, FLOOR, 610_000.0, NATIVE, 9_000.0)),
        row(
            "heap-1440",
            1440,
            Map.of(
                SLICED, 350_000.0,
                FLOOR, 355_000.0,
                NATIVE, 351_000.0,
                FLINK_SQL, 349_000.0,
                FLINK_DATASTREAM, 348_000.0)));
  }

  @Test
  void ratiosHaveALinePerRow_andADashWhereAnEngineDidNotRun() throws Exception {
    assertThat(MarkdownReport.ratios(rows().subList(0, 2)))
        .isEqualTo(
            """
            | row | size / period | sliced / native | sliced / floor | sliced / flink-sql |
            | --- | --- | --- | --- | --- |
            | heap-1 | 1 | - | 0.83 | 1.02 |
            | heap-60 | 60 | 44.44 | 0.66 | - |
            """);
  }

  @Test
  void runsHaveALinePerEngine_andADashForWhatIsNotKnown() throws Exception {
    assertThat(MarkdownReport.runs(rows().subList(0, 1)))
        .endsWith(
            """
            | heap-1 | sliced | 1,000,000 | 500,000 | 500,000 | 4 | 7 | 1.00 | 20.0 | - | - | - | - |
            | heap-1 | floor | 1,000,000 | 600,000 | 600,000 | - | - | 1.00 | 20.0 | - | - | - | - |
            | heap-1 | flink-sql | 1,000,000 | 490,000 | 490,000 | 4 | 7 | 1.00 | 20.0 | - | - | - | - |
            """);
  }

  @Test
  void chartHasALineForEachEngine_andItsName() throws Exception {
    Element svg = svg(ThroughputChart.of(rows()));
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(5);
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(11);
    assertThat(texts(svg))
        .extracting(Element::getTextContent)
        .contains("sliced", "native", "floor");
    assertThat(svg.getElementsByTagName("style").item(0).getTextContent())
        .contains("prefers-color-scheme:dark");
  }

  @Test
  void noTwoTextsOfTheChartOverlap_norLeaveIt() throws Exception {
    List<double[]> boxes = new ArrayList<>();
    for (Element text : texts(svg(ThroughputChart.of(rows())))) {
      double width = text.getTextContent().length() * 7.2;
      double x = Double.parseDouble(text.getAttribute("x"));
      double left =
          switch (text.getAttribute("text-anchor")) {
            case "end" -> x - width;
            case "middle" -> x - width / 2;
            default -> x;
          };
      double y = Double.parseDouble(text.getAttribute("y"));
      boxes.add(new double[] {left, left + width, y - 11, y + 3});
    }
    for (double[] box : boxes) {
      assertThat(box[0]).isNotNegative();
      assertThat(box[1]).isLessThanOrEqualTo(860);
      assertThat(box[2]).isNotNegative();
      assertThat(box[3]).isLessThanOrEqualTo(460);
      assertThat(boxes)
          .filteredOn(
              other ->
                  other[0] < box[1] && box[0] < other[1] && other[2] < box[3] && box[2] < other[3])
          .containsExactly(box);
    }
  }

  @Test
  void placesAreLogarithmic() throws Exception {
    Element svg =
        svg(
            ThroughputChart.of(
                List.of(
                    row("a", 1, Map.of(SLICED, 1_000.0)),
                    row("b", 10, Map.of(SLICED, 10_000.0)),
                    row("c", 100, Map.of(SLICED, 100_000.0)))));
    NodeList points = svg.getElementsByTagName("circle");
    double[] x = new double[3];
    double[] y = new double[3];
    for (int i = 0; i < 3; i++) {
      x[i] = Double.parseDouble(((Element) points.item(i)).getAttribute("cx"));
      y[i] = Double.parseDouble(((Element) points.item(i)).getAttribute("cy"));
    }
    assertThat(x[1] - x[0]).isPositive().isEqualTo(x[2] - x[1]);
    assertThat(y[0] - y[1]).isPositive().isEqualTo(y[1] - y[2]);
  }

  private static Element svg(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static List<Element> texts(Element svg) {
    NodeList nodes = svg.getElementsByTagName("text");
    List<Element> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add((Element) nodes.item(i));
    }
    return texts;
  }
}
