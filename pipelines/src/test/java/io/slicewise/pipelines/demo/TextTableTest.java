package io.slicewise.pipelines.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columns_areAsWideAsTheirWidestCell_numbersToTheRight() {
    assertThat(
            TextTable.lines(
                List.of(
                    List.of("key", "events", "last"),
                    List.of("a", "1,234", "late"),
                    List.of("long key", "-2.5", "early"))))
        .containsExactly(
            "key       events  last",
            "-----------------------",
            "a          1,234  late",
            "long key    -2.5  early");
  }
}
