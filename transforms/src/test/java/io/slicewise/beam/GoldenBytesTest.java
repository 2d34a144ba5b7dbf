package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.golden.GoldenFile;
import io.slicewise.golden.GoldenValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is stored of a key, and what is on its way through the shuffle, byte by byte. */
class GoldenBytesTest {
  static List<GoldenState> states() {
    return GoldenStates.all();
  }

  @ParameterizedTest
  @MethodSource("states")
  void state_isWritten(GoldenState state) throws IOException {
    GoldenFile.current(state.name())
        .check(
            state.whole(),
            "This is in the savepoints of running pipelines, and what they go on to. Other bytes"
                + " need a new format version, with files of its own, and code that still reads"
                + " the old one; other panes are a defect.");
  }

  static Stream<GoldenFile> filesOfStates() throws IOException {
    Set<String> ofValues = Set.of("values", "accumulators", "results");
    return GoldenFile.all().stream().filter(file -> !ofValues.contains(file.name()));
  }

  /** Of whatever format version, a stored key goes on as if it had never been stored. */
  @ParameterizedTest
  @MethodSource("filesOfStates")
  void state_isRead(GoldenFile file) throws IOException {
    GoldenState state = stateOf(file);
    List<String> panes = new ArrayList<>(file.lines());
    panes.subList(0, panes.indexOf("after: " + state.after()) + 1).clear();
    assertThat(panes).isNotEmpty();
    assertThat(state.wentOnFrom(file)).isEqualTo(panes);
    if (file.isCurrent()) {
      assertThat(file.lines()).containsAll(state.writtenAgain(file));
    }
  }

  private static GoldenState stateOf(GoldenFile file) {
    return states().stream()
        .filter(state -> state.name().equals(file.name()))
        .findFirst()
        .orElseThrow();
  }

  private static final LateElement<Long> LATE =
      new LateElement<>(
          7L, Instant.ofEpochMilli(-1), Instant.ofEpochMilli(20), Instant.ofEpochMilli(15));

  private static List<GoldenValue<?>> ofValues() {
    Coder<Long> longs = VarLongCoder.of();
    Coder<RawOrPartial<Long>> either = new RawOrPartialCoder<>(longs);
    return List.of(
        value("late", new LateElementCoder<>(longs), LATE),
        value("pane", Change.coder(longs), new Change<>(7L, Change.Kind.PANE)),
        value("retraction", Change.coder(longs), new Change<>(7L, Change.Kind.RETRACTION)),
        value(
            "row", new OverResultCoder<>(longs, StringUtf8Coder.of()), new OverResult<>(7L, "5+7")),
        value("element", either, new RawOrPartial.Raw<>(7L)),
        value("partial", either, new RawOrPartial.Partial<>(new byte[] {1, 2, 3}, 300)),
        new GoldenValue<>(
            "shard of a hot key",
            new ShardSlicesCoder<>(CONTENTS.accumulatorCoder()),
            shardSlices(),
            GoldenBytesTest::textOf));
  }

  private static <T> GoldenValue<T> value(String name, Coder<T> coder, T value) {
    return new GoldenValue<>(name, coder, value, String::valueOf);
  }

  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));

  private static ShardSlices<List<Long>> shardSlices() {
    RawOrPartialAggregate<Long, List<Long>, String> function =
        new RawOrPartialAggregate<>(CONTENTS);
    ShardSlices<List<Long>> slices = new ShardSlices<>();
    slices.add(19, new RawOrPartial.Raw<>(2L), function);
    slices.add(9, new RawOrPartial.Raw<>(1L), function);
    slices.add(19, new RawOrPartial.Partial<>(CONTENTS.encode(List.of(3L, 4L)), 2), function);
    return slices;
  }

  private static String textOf(ShardSlices<List<Long>> slices) {
    StringBuilder text = new StringBuilder();
    slices
        .inOrder()
        .forEach(
            slice ->
                text.append("to ")
                    .append(slice.getKey())
                    .append(" ms ")
                    .append(slice.getValue().count())
                    .append(" elements ")
                    .append(CONTENTS.extract(slice.getValue().partial().copy(CONTENTS)))
                    .append("; "));
    return text.toString().strip();
  }

  @Test
  void values_areWritten() throws IOException {
    GoldenValue.checkWritten("values", "What outputs, shuffle and shards carry", ofValues());
  }

  @Test
  void values_areRead() throws IOException {
    GoldenValue.checkRead("values", ofValues());
  }
}
