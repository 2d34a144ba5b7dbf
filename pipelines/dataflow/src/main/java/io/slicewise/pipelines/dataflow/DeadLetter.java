package io.slicewise.pipelines.dataflow;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;

/** What becomes of something that cannot become a row: a message that says why. */
final class DeadLetter {
  /** The attribute with the {@link Kind}, in lower case. */
  static final String KIND = "kind";

  /** The attribute with a sentence for people. */
  static final String REASON = "reason";

  /** What Pub/Sub allows in an attribute, in bytes. */
  private static final int MOST_BYTES = 1024;

  private DeadLetter() {}

  /** What a dead letter holds, and why. */
  enum Kind {
    /** A record whose windows had all expired. */
    LATE,
    /** A record without what is asked of it. */
    UNREADABLE,
    /** A row, as JSON, that the table did not take. */
    FAILED_ROW
  }

  /** The message; its payload is what was to be written. */
  static PubsubMessage of(Kind kind, byte[] payload, String reason) {
    return new PubsubMessage(
        payload, Map.of(KIND, kind.name().toLowerCase(Locale.ROOT), REASON, shortened(reason)));
  }

  /** As many whole characters as fit into an attribute. */
  static String shortened(String text) {
    ByteBuffer fitting = ByteBuffer.allocate(MOST_BYTES);
    CharBuffer characters = CharBuffer.wrap(text);
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    encoder.encode(characters, fitting, true);
    return text.substring(0, characters.position());
  }
}
