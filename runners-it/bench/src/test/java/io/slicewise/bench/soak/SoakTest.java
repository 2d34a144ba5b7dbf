package io.slicewise.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.bench.measure.JobMetrics.Checkpoint;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The soak with few keys, and what it would notice. */
class SoakTest {
  private static final double SCALE = 0.02;

  @ParameterizedTest
  @EnumSource
  void everyPaneIsRight_andNothingIsLeft(SoakCase soak) throws Exception {
    SoakResult result = SoakJob.run(soak, SCALE, 100);
    assertThat(result.problems()).isEmpty();
    assertThat(result.panes()).isGreaterThanOrEqualTo(result.expected().count());
    assertThat(result.mostTimers()).isPositive();
    assertThat(result.events()).isEqualTo(soak.stream(SCALE).events());
  }

  /** What belongs to a key is what the stream has of it. */
  @ParameterizedTest
  @EnumSource
  void eventsOfAKey_areThoseOfTheStream(SoakCase soak) {
    SoakStream stream = soak.stream(SCALE);
    List<String> byEvent = new ArrayList<>();
    for (long event = 0; event < stream.events(); event++) {
      byEvent.add(stream.keyOf(event) + " " + stream.valueOf(event) + " " + event);
    }
    List<String> byKey = new ArrayList<>();
    for (long key = 0; key < stream.keys(); key++) {
      for (int number = 0; number < stream.eventsPerKey(); number++) {
        long event = stream.eventOf(key, number);
        if (event >= 0) {
          byKey.add(key + " " + (1L << number) + " " + event);
        }
      }
    }
    assertThat(byKey).containsExactlyInAnyOrderElementsOf(byEvent);
  }

  /** Late events are behind the watermark, others are not, and none is too late. */
  @ParameterizedTest
  @EnumSource
  void watermarks(SoakCase soak) {
    SoakStream stream = soak.stream(SCALE);
    for (long chunk = 1; chunk < stream.chunks(); chunk++) {
      long watermark = stream.watermarkAfter(chunk - 1);
      assertThat(stream.earliestOf(chunk)).isGreaterThanOrEqualTo(watermark);
      for (long event = stream.firstOf(chunk); event < stream.endOf(chunk); event++) {
        assertThat(stream.timestampMillis(event))
            .isGreaterThanOrEqualTo(
                watermark - (stream.isLate(event) ? stream.latenessMillis() : 0));
      }
    }
    double late = LongStream.range(0, stream.events()).filter(stream::isLate).count();
    assertThat(late / stream.events())
        .isBetween(0.8 * stream.lateShare(), 1.2 * stream.lateShare());
  }

  @Test
  void wrongPanes_areNoticed() {
    SoakCase soak = SoakCase.STALL;
    SoakStream stream = soak.stream(SCALE);
    long event =
        LongStream.range(0, 1_000).filter(e -> !stream.isLate(e)).findFirst().orElseThrow();
    long key = stream.keyOf(event);
    long end = Math.floorDiv(stream.timestampMillis(event), SoakCase.PERIOD) * SoakCase.PERIOD;
    try (PaneCheck check = PaneCheck.open(stream, soak.sizeMillis())) {
      check.pane(key, end + SoakCase.PERIOD, 0);
      assertThat(check.problems()).hasSize(1);
      check.pane(key, end, stream.valueOf(event));
      assertThat(check.problems()).hasSize(2);
      assertThat(check.complete()).isNotEqualTo(check.expected(SoakCase.PERIOD));
    }
  }

  /** A pane that shows everything, given a second time, is as wrong as one that is missing. */
  @Test
  void panesThatAreMissingOrDoubled_areNoticed() {
    SoakStream stream = new SoakStream(4, 2, 2, 1, 1, 0, 0, 1, false);
    try (PaneCheck check = PaneCheck.open(stream, SoakCase.PERIOD)) {
      long end = stream.timestampMillis(0) + SoakCase.PERIOD;
      check.pane(0, end, 0b11);
      assertThat(check.complete()).isNotEqualTo(check.expected(SoakCase.PERIOD));
      check.pane(1, end, 0b11);
      assertThat(check.complete()).isEqualTo(check.expected(SoakCase.PERIOD));
      check.pane(1, end, 0b11);
      assertThat(check.complete()).isNotEqualTo(check.expected(SoakCase.PERIOD));
      assertThat(check.problems()).isEmpty();
    }
  }

  @Test
  void whatIsLeft_isAProblem() {
    assertThat(sample(6, 3, 5).problems())
        .containsExactly("timers left: 3", "entries of state left, with one key: 5");
    assertThat(sample(6, 0, -1).problems())
        .containsExactly("entries of state left, with one key: -1");
    assertThat(sample(7, 0, 4).problems()).containsExactly("timers at once: 7, for 6 keys at most");
    assertThat(sample(6, 0, 4).problems()).isEmpty();
    assertThat(sample(6, 0, 4).toRow()).isEqualTo("| churn | 10 | 5 | 7 | 9 | 2 | 3 | 2.0 | 6 |");
  }

  private static SoakResult sample(long mostTimers, long timersLeft, long entriesLeft) {
    PaneCheck.Windows windows = new PaneCheck.Windows(7, 1);
    return new SoakResult(
        SoakCase.CHURN,
        10,
        5,
        9,
        1.5,
        windows,
        windows,
        List.of(),
        mostTimers,
        6,
        timersLeft,
        entriesLeft,
        0,
        List.of(
            new Checkpoint(500_000_000, 1, 1_000_000, 3),
            new Checkpoint(1_000_000_000, 2, 2_000_000, 6),
            new Checkpoint(1_500_000_000, 3, 2_000_000, 4)));
  }

  /** A point for each checkpoint in each of the two panels, left to right, within the picture. */
  @Test
  void chart() throws Exception {
    String svg = SoakChart.of(sample(6, 0, 4));
    NodeList lines =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("polyline");
    assertThat(lines.getLength()).isEqualTo(2);
    assertThat(((Element) lines.item(0)).getAttribute("points"))
        .isEqualTo("330.0,125.0 580.0,50.0 830.0,50.0");
    assertThat(((Element) lines.item(1)).getAttribute("points"))
        .isEqualTo("330.0,335.0 580.0,260.0 830.0,310.0");
  }
}
