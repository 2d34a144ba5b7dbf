package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.EventStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** All values of each key and window, kept; what the engines should give follows from them. */
final class NaiveWindows {
  /** Values by end of the window and key. */
  private final Map<Long, Map<Long, List<Long>>> values = new TreeMap<>();

  NaiveWindows(EventStream stream, long size, long period) {
    for (long i = 0; i < stream.events(); i++) {
      long bits = stream.bits(i);
      long timestamp = stream.timestampMillis(i, bits);
      long start = Math.floorDiv(timestamp, period) * period;
      for (; start + size > timestamp; start -= period) {
        values
            .computeIfAbsent(start + size, end -> new TreeMap<>())
            .computeIfAbsent(stream.key(i, bits), key -> new ArrayList<>())
            .add(EventStream.value(bits));
      }
    }
  }

  long count() {
    return values.values().stream().mapToLong(Map::size).sum();
  }

  String checksum(ToLongFunction<List<Long>> aggregate) {
    long[] sum = new long[1];
    values.forEach(
        (end, keys) ->
            keys.forEach(
                (key, all) -> sum[0] += Measurement.hash(key, end, aggregate.applyAsLong(all))));
    return Long.toHexString(sum[0]);
  }

  long windows() {
    return values.size();
  }

  String checksumOfHottest() {
    long sum = 0;
    for (Map.Entry<Long, Map<Long, List<Long>>> window : values.entrySet()) {
      Map.Entry<Long, List<Long>> hottest =
          window.getValue().entrySet().stream()
              .min(
                  Comparator.<Map.Entry<Long, List<Long>>>comparingInt(e -> -e.getValue().size())
                      .thenComparing(Map.Entry::getKey))
              .orElseThrow();
      sum += Measurement.hash(hottest.getKey(), window.getKey(), hottest.getValue().size());
    }
    return Long.toHexString(sum);
  }
}
