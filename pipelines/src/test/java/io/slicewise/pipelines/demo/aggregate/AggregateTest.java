package io.slicewise.pipelines.demo.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.demo.aggregate.Aggregate.Kind;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.tally.Tally;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AggregateTest {
  private static final List<Event> EVENTS =
      List.of(quake("4.70", "10.1"), quake("-0.3", "0.2"), quake(null, "-1.5"), quake("4.7", null));

  private static Event quake(String magnitude, String depth) {
    Map<String, BigDecimal> numbers =
        depth == null
            ? Map.of("mag", new BigDecimal(magnitude))
            : magnitude == null
                ? Map.of("depth", new BigDecimal(depth))
                : Map.of("mag", new BigDecimal(magnitude), "depth", new BigDecimal(depth));
    return Event.of(1, "us", 0, numbers);
  }

  private static Tally tallyOf(List<Event> events) {
    return events.stream().map(Event::numbers).map(Tally::of).reduce(Tally.EMPTY, Tally::plus);
  }

  private static String value(Kind kind, String field, List<Event> events) {
    return new Aggregate(kind, field).valueOf(tallyOf(events)).toString();
  }

  @Test
  void earthquakes_giveThreeNumbersInOnePass() {
    assertThat(value(Kind.EARTHQUAKES, "", EVENTS))
        .isEqualTo("{\"count\":4,\"maxMagnitude\":4.7,\"meanDepth\":2.9333333333333336}");
    assertThat(value(Kind.EARTHQUAKES, "", EVENTS.subList(2, 3)))
        .isEqualTo("{\"count\":1,\"maxMagnitude\":null,\"meanDepth\":-1.5}");
  }

  @Test
  void singleNumbers() {
    assertThat(value(Kind.COUNT, "", EVENTS)).isEqualTo("4");
    assertThat(value(Kind.SUM, "mag", EVENTS)).isEqualTo("9.1");
    assertThat(value(Kind.MIN, "mag", EVENTS)).isEqualTo("-0.3");
    assertThat(value(Kind.MAX, "depth", EVENTS)).isEqualTo("10.1");
    assertThat(value(Kind.MEAN, "depth", EVENTS.subList(0, 1))).isEqualTo("10.1");
  }

  @Test
  void sums_areExact() {
    List<Event> events = List.of(quake("0.1", "1e18"), quake("0.2", "1"), quake("0.7", "-1e18"));

    assertThat(value(Kind.SUM, "mag", events)).isEqualTo("1");
    assertThat(value(Kind.SUM, "mag", events.subList(0, 2))).isEqualTo("0.3");
    assertThat(value(Kind.SUM, "depth", events)).isEqualTo("1");
  }

  @Test
  void measures_findTheirNumbers() {
    JsonNode value = Aggregate.earthquakes().valueOf(tallyOf(EVENTS.subList(2, 3)));
    List<Measure> measures = Aggregate.earthquakes().measures();

    assertThat(measures.get(0).in(value)).hasValue(1);
    assertThat(measures.get(1).in(value)).isEmpty();
    assertThat(measures.get(2).in(value)).hasValue(-1.5);
  }
}
