package io.slicewise.bench.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.bench.source.EventStream.KeySkew;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The computed stream. */
class EventStreamTest {
  private static final long EVENTS = 20_050;

  private static EventStream stream(long seed, long disorder, double lateShare, long lateness) {
    return new EventStream(
        seed, EVENTS, 100, 10, KeySkew.NONE, 1000, disorder, lateShare, lateness);
  }

  private static String event(EventStream stream, long event) {
    long bits = stream.bits(event);
    return stream.key(event, bits)
        + " "
        + EventStream.value(bits)
        + " "
        + stream.timestampMillis(event, bits);
  }

  private static long timestamp(EventStream stream, long event) {
    return stream.timestampMillis(event, stream.bits(event));
  }

  @Test
  void sameSeedGivesTheSameEvents_anotherSeedOthers() {
    long differences =
        LongStream.range(0, EVENTS)
            .peek(
                i ->
                    assertThat(event(stream(1, 200, 0.1, 500), i))
                        .isEqualTo(event(stream(1, 200, 0.1, 500), i)))
            .filter(
                i -> !event(stream(1, 200, 0.1, 500), i).equals(event(stream(2, 200, 0.1, 500), i)))
            .count();
    assertThat(differences).isGreaterThan(EVENTS * 99 / 100);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "200"})
  void timestampsAreAsMuchEarlierThanDueAsTheDisorderSays(long disorder) {
    EventStream stream = stream(1, disorder, 0, 0);
    Set<Long> earlier = new HashSet<>();
    for (long i = 0; i < EVENTS; i++) {
      earlier.add(EventStream.START_MILLIS + i - timestamp(stream, i));
    }
    assertThat(earlier)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(0, disorder).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({"1", "100", "5000", "30000"})
  void chunksHaveEachEventOnce(int chunkEvents) {
    EventStream stream = new EventStream(1, EVENTS, chunkEvents, 10, KeySkew.NONE, 1000, 200, 0, 0);
    assertThat(stream.firstOf(0)).isZero();
    for (long chunk = 0; chunk + 1 < stream.chunks(); chunk++) {
      assertThat(stream.endOf(chunk))
          .isEqualTo(stream.firstOf(chunk) + chunkEvents)
          .isEqualTo(stream.firstOf(chunk + 1));
    }
    assertThat(stream.endOf(stream.chunks() - 1)).isEqualTo(EVENTS);
  }

  @ParameterizedTest
  @CsvSource({"1", "100", "5000"})
  void watermarkOfAChunkIsNotAheadOfWhatFollows_norMoreThanTheDisorderBehind(int chunkEvents) {
    EventStream stream = new EventStream(1, EVENTS, chunkEvents, 10, KeySkew.NONE, 1000, 200, 0, 0);
    for (long chunk = 0; chunk + 1 < stream.chunks(); chunk++) {
      long end = stream.endOf(chunk);
      long earliest =
          LongStream.range(end, EVENTS).limit(1000).map(i -> timestamp(stream, i)).min().orElse(0);
      assertThat(stream.watermarkAfter(chunk))
          .isBetween(EventStream.START_MILLIS + end - 1 - 200, earliest);
      assertThat(stream.earliestOf(chunk + 1)).isBetween(stream.watermarkAfter(chunk), earliest);
    }
  }

  @Test
  void lateShareIsBehindTheWatermark_byTheLatenessAtMost() {
    EventStream stream = stream(1, 200, 0.25, 500);
    long late = 0;
    for (long i = 0; i < EVENTS; i++) {
      long behind = EventStream.START_MILLIS + i - 200 - timestamp(stream, i);
      assertThat(behind).isBetween(-200L, 500L);
      late += behind > 0 ? 1 : 0;
    }
    assertThat((double) late / EVENTS).isBetween(0.24, 0.26);
  }

  @Test
  void densityStretchesEventTime() {
    EventStream sparse = new EventStream(1, EVENTS, 100, 10, KeySkew.NONE, 100, 0, 0, 0);
    assertThat(timestamp(sparse, 500)).isEqualTo(EventStream.START_MILLIS + 5000);
  }

  @Test
  void keysAndValuesAreSpreadEvenly() {
    EventStream stream = stream(1, 0, 0, 0);
    Map<Long, Integer> keys = new HashMap<>();
    Set<Long> values = new HashSet<>();
    for (long i = 0; i < EVENTS; i++) {
      keys.merge(stream.key(i, stream.bits(i)), 1, Integer::sum);
      values.add(EventStream.value(stream.bits(i)));
    }
    assertThat(keys.keySet()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(keys.values()).allMatch(count -> Math.abs(count - EVENTS / 10) < EVENTS / 100);
    assertThat(values).hasSize((int) EventStream.VALUES);
  }

  @Test
  void hotKeysHaveHalfOfTheEvents_andChange() {
    EventStream stream = new EventStream(1, EVENTS, 100, 1000, KeySkew.HOT, 1000, 0, 0, 0);
    Set<Long> hottest = new HashSet<>();
    for (long run = 0; run < 4; run++) {
      Map<Long, Integer> keys = new HashMap<>();
      for (long i = run * 5000; i < (run + 1) * 5000; i++) {
        keys.merge(stream.key(i, stream.bits(i)), 1, Integer::sum);
      }
      long most = keys.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      assertThat(keys.get(most)).isBetween(2400, 2600);
      hottest.add(most);
    }
    assertThat(hottest).hasSize(4);
  }

  @Test
  void chunksHoldEachEventOnce() {
    EventStream stream = stream(1, 0, 0, 0);
    long next = 0;
    for (long chunk = 0; chunk < stream.chunks(); chunk++) {
      assertThat(stream.firstOf(chunk)).isEqualTo(next);
      next = stream.endOf(chunk);
    }
    assertThat(next).isEqualTo(EVENTS);
  }
}
