package io.slicewise.core;

import io.slicewise.core.slice.AggregateFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Joins values with "+", so that a result shows what a pane holds and in which order. Hostile on
 * purpose: merging and extracting destroy what they are given, so that sharing shows.
 */
public final class Joining implements AggregateFunction<Object, StringBuilder, String> {
  private static final long serialVersionUID = 1L;

  /** How many accumulators were merged so far. */
  private transient long merges;

  /** How many elements were added so far. */
  private transient long additions;

  public long merges() {
    return merges;
  }

  public long additions() {
    return additions;
  }

  @Override
  public StringBuilder create() {
    return new StringBuilder();
  }

  @Override
  public StringBuilder add(StringBuilder accumulator, Object value) {
    additions++;
    return append(accumulator, value.toString());
  }

  @Override
  public StringBuilder merge(List<StringBuilder> accumulators) {
    merges += accumulators.size();
    StringBuilder merged = new StringBuilder();
    for (StringBuilder accumulator : accumulators) {
      append(merged, accumulator.toString());
      accumulator.append("!merged!");
    }
    return merged;
  }

  @Override
  public String extract(StringBuilder accumulator) {
    String result = accumulator.toString();
    accumulator.append("!extracted!");
    return result;
  }

  @Override
  public byte[] encode(StringBuilder accumulator) {
    return accumulator.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public StringBuilder decode(byte[] bytes) {
    return new StringBuilder(new String(bytes, StandardCharsets.UTF_8));
  }

  private static StringBuilder append(StringBuilder accumulator, String part) {
    if (accumulator.length() > 0 && !part.isEmpty()) {
      accumulator.append('+');
    }
    return accumulator.append(part);
  }
}
