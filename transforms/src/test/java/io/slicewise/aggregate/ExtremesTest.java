package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableComparator;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class ExtremesTest {
  private static final List<String> WORDS = List.of("bb", "a", "cc", "d", "ee");

  private static SerializableComparator<String> byLength() {
    return SerializableComparator.comparing(String::length);
  }

  /** One pass, and every cut in two. */
  private static <T, A, O> void assertKept(CombineFn<T, A, O> fn, List<T> input, O expected) {
    assertThat(fn.apply(input)).isEqualTo(expected);
    for (int cut = 0; cut <= input.size(); cut++) {
      A left = fn.createAccumulator();
      for (T element : input.subList(0, cut)) {
        left = fn.addInput(left, element);
      }
      A right = fn.createAccumulator();
      for (T element : input.subList(cut, input.size())) {
        right = fn.addInput(right, element);
      }
      assertThat(fn.extractOutput(fn.mergeAccumulators(List.of(left, right)))).isEqualTo(expected);
    }
  }

  @Test
  void ties_goToTheEarliestInTheFold() {
    assertKept(Extremes.min(byLength()), WORDS, "a");
    assertKept(Extremes.max(byLength()), WORDS, "bb");
    assertKept(Extremes.firstBy(word -> Instant.ofEpochMilli(word.length())), WORDS, "a");
  }

  @Test
  void tiesOfLast_goToTheLatestInTheFold() {
    assertKept(Extremes.lastBy(word -> Instant.ofEpochMilli(word.length())), WORDS, "ee");
  }

  @Test
  void timestamps() {
    List<TimestampedValue<String>> input =
        List.of(at("b", 2), at("a", -1), at("A", -1), at("c", 3), at("C", 3));
    assertKept(Extremes.first(), input, at("a", -1));
    assertKept(Extremes.last(), input, at("C", 3));
  }

  private static TimestampedValue<String> at(String value, long millis) {
    return TimestampedValue.of(value, Instant.ofEpochMilli(millis));
  }

  @Test
  void displayData() {
    assertThat(DisplayData.from(Extremes.max(byLength())).asMap().values())
        .anySatisfy(item -> assertThat(item.getValue()).isEqualTo("max"));
  }
}
