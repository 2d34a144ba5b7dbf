package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.charset.StandardCharsets;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLetterTest {
  /** An attribute takes 1,024 bytes; characters stay whole. */
  @ParameterizedTest
  @CsvSource({
    "a, 10, 10",
    "a, 1024, 1024",
    "a, 1025, 1024",
    "ä, 600, 512",
    "€, 600, 341",
    "😀, 300, 256"
  })
  void longReasons_areCut(String character, int count, int left) {
    String reason = DeadLetter.shortened(character.repeat(count));
    assertThat(reason).isEqualTo(character.repeat(left));
    assertThat(reason.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(1024);
  }

  @ParameterizedTest
  @CsvSource({"LATE, late", "UNREADABLE, unreadable", "FAILED_ROW, failed_row"})
  void kindAndReason_areAttributes(DeadLetter.Kind kind, String name) {
    PubsubMessage message = DeadLetter.of(kind, new byte[] {1, 2}, "because");
    assertThat(message.getPayload()).containsExactly(1, 2);
    assertThat(message.getAttributeMap())
        .containsOnly(entry("kind", name), entry("reason", "because"));
  }
}
