package io.slicewise.core;

import io.slicewise.core.slice.AggregateFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/**
 * Counts how often each value came, so that a result shows what a pane holds; has an exact inverse.
 * Hostile on purpose, as {@link Joining} is: what it is given to merge, remove or extract is
 * destroyed.
 */
public final class Tallying implements AggregateFunction<Object, TreeMap<String, Integer>, String> {
  private static final long serialVersionUID = 1L;

  /** How many accumulators were merged or removed so far. */
  private transient long changes;

  public long changes() {
    return changes;
  }

  @Override
  public TreeMap<String, Integer> create() {
    return new TreeMap<>();
  }

  @Override
  public TreeMap<String, Integer> add(TreeMap<String, Integer> accumulator, Object value) {
    accumulator.merge(value.toString(), 1, Integer::sum);
    return accumulator;
  }

  @Override
  public TreeMap<String, Integer> merge(List<TreeMap<String, Integer>> accumulators) {
    changes += accumulators.size();
    TreeMap<String, Integer> merged = new TreeMap<>();
    for (TreeMap<String, Integer> accumulator : accumulators) {
      accumulator.forEach((value, count) -> merged.merge(value, count, Integer::sum));
      accumulator.put("!merged!", 1);
    }
    return merged;
  }

  @Override
  public boolean isInvertible() {
    return true;
  }

  @Override
  public TreeMap<String, Integer> remove(
      TreeMap<String, Integer> whole, TreeMap<String, Integer> part) {
    changes++;
    TreeMap<String, Integer> left = new TreeMap<>(whole);
    part.forEach((value, count) -> left.merge(value, -count, Integer::sum));
    left.values().removeIf(count -> count == 0);
    whole.put("!removed!", 1);
    part.put("!removed!", 1);
    return left;
  }

  @Override
  public String extract(TreeMap<String, Integer> accumulator) {
    String result = accumulator.toString();
    accumulator.put("!extracted!", 1);
    return result;
  }

  @Override
  public byte[] encode(TreeMap<String, Integer> accumulator) {
    StringBuilder text = new StringBuilder();
    accumulator.forEach((value, count) -> text.append(value).append('=').append(count).append(';'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public TreeMap<String, Integer> decode(byte[] bytes) {
    TreeMap<String, Integer> accumulator = new TreeMap<>();
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .flatMap(line -> List.of(line.split(";")).stream())
        .map(entry -> entry.split("="))
        .forEach(entry -> accumulator.put(entry[0], Integer.valueOf(entry[1])));
    return accumulator;
  }
}
