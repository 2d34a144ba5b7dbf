package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class PartialBufferTest {
  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));

  private static <K> PartialBuffer<K, Long, List<Long>> buffer(Coder<K> keyCoder, int max) {
    return new PartialBuffer<>(keyCoder, CONTENTS, max);
  }

  /** What leaves the buffer, as "key count content @timestamp". */
  private static <K> List<String> flushed(PartialBuffer<K, Long, List<Long>> buffer) {
    List<String> flushed = new ArrayList<>();
    buffer.flush((partial, timestamp) -> flushed.add(textOf(partial, timestamp)));
    return flushed;
  }

  private static <K> String textOf(KV<K, RawOrPartial<Long>> partial, Instant timestamp) {
    String content =
        partial.getValue() instanceof RawOrPartial.Raw<Long> raw
            ? "raw " + raw.value()
            : partial.getValue().count()
                + ": "
                + CONTENTS.extract(
                    CONTENTS.decode(
                        ((RawOrPartial.Partial<Long>) partial.getValue()).accumulator()));
    return partial.getKey() + " " + content + " @" + timestamp.getMillis();
  }

  @Test
  void elementsOfAKeyAndSlice_becomeOne_withTheEarliestTimestamp() {
    var buffer = buffer(StringUtf8Coder.of(), 100);
    buffer.add("a", 0, 1L, 7);
    buffer.add("b", 0, 2L, 4);
    buffer.add("a", 10, 3L, 12);
    buffer.add("a", 0, 4L, 5);
    buffer.add("a", 0, 5L, 6);
    assertThat(buffer.elements()).isEqualTo(5);
    assertThat(buffer.partials()).isEqualTo(3);
    assertThat(flushed(buffer)).containsExactly("a 3: 1+4+5 @5", "b raw 2 @4", "a raw 3 @12");
    assertThat(buffer.elements()).isZero();
    assertThat(flushed(buffer)).isEmpty();
  }

  @Test
  void whatWasFlushed_isNotTouchedAgain() {
    var buffer = buffer(StringUtf8Coder.of(), 100);
    List<KV<String, RawOrPartial<Long>>> first = new ArrayList<>();
    buffer.add("a", 0, 1L, 1);
    buffer.add("a", 0, 2L, 1);
    buffer.flush((partial, timestamp) -> first.add(partial));
    buffer.add("a", 0, 3L, 1);
    buffer.add("a", 0, 4L, 1);
    assertThat(flushed(buffer)).containsExactly("a 2: 3+4 @1");
    assertThat(textOf(first.get(0), Instant.ofEpochMilli(1))).isEqualTo("a 2: 1+2 @1");
  }

  /** Arrays are equal to nothing but themselves; their coder knows better. */
  @Test
  void keysAreEqualByTheirCoder() {
    var buffer = buffer(ByteArrayCoder.of(), 100);
    buffer.add(new byte[] {1, 2}, 0, 1L, 1);
    buffer.add(new byte[] {1, 2}, 0, 2L, 1);
    buffer.add(new byte[] {2, 1}, 0, 3L, 1);
    assertThat(flushed(buffer)).hasSize(2);
  }

  @Test
  void nullsAreKeysAndValuesAsAllOthers() {
    var buffer = buffer(NullableCoder.of(StringUtf8Coder.of()), 100);
    buffer.add(null, 0, null, 1);
    buffer.add("a", 0, 1L, 1);
    assertThat(flushed(buffer)).containsExactly("null raw null @1", "a raw 1 @1");
  }

  @Test
  void isFull_ofPartialsOrOfElements() {
    var buffer = buffer(StringUtf8Coder.of(), 3);
    buffer.add("a", 0, 1L, 1);
    buffer.add("b", 0, 1L, 1);
    assertThat(buffer.isFull()).isFalse();
    buffer.add("a", 10, 1L, 1);
    assertThat(buffer.isFull()).isTrue();
    buffer.clear();
    for (int i = 1; i < 3 * PartialBuffer.ELEMENTS_PER_PARTIAL; i++) {
      buffer.add("a", 0, 1L, 1);
    }
    assertThat(buffer.isFull()).isFalse();
    buffer.add("a", 0, 1L, 1);
    assertThat(buffer.isFull()).isTrue();
  }

  /** Against a map of Java's: many keys and slices, in a table that grows and shrinks. */
  @Test
  void anyElements_areFoundAgain() {
    Random random = new Random(3);
    var buffer = buffer(StringUtf8Coder.of(), 10_000);
    for (int round = 0; round < 20; round++) {
      TreeMap<String, Long> expected = new TreeMap<>();
      int elements = round % 3 == 2 ? 3 : 2_000;
      for (int i = 0; i < elements; i++) {
        String key = "k" + random.nextInt(40);
        long slice = 1_000L * random.nextInt(1 + round);
        buffer.add(key, slice, 1L, slice);
        expected.merge(key + " " + slice, 1L, Long::sum);
      }
      assertThat(buffer.partials()).isEqualTo(expected.size());
      TreeMap<String, Long> flushed = new TreeMap<>();
      buffer.flush(
          (partial, timestamp) ->
              flushed.merge(
                  partial.getKey() + " " + timestamp.getMillis(),
                  partial.getValue().count(),
                  Long::sum));
      assertThat(flushed).isEqualTo(expected);
    }
  }
}
