package io.slicewise.recovery;

import io.slicewise.recovery.Kill.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * A sum that keeps all values, empties what it merges into the first accumulator, and fails when a
 * {@link KillSchedule} wants it to.
 */
final class KilledSumFn extends CombineFn<Long, List<Long>, Long> {
  private static final long serialVersionUID = 1L;

  private final String kills;

  KilledSumFn(KillSchedule kills) {
    this.kills = kills.id();
  }

  @Override
  public List<Long> createAccumulator() {
    return new ArrayList<>();
  }

  @Override
  public List<Long> addInput(List<Long> accumulator, Long input) {
    KillSchedule.strike(kills, Kind.ELEMENT);
    accumulator.add(input);
    return accumulator;
  }

  @Override
  public List<Long> mergeAccumulators(Iterable<List<Long>> accumulators) {
    Iterator<List<Long>> each = accumulators.iterator();
    List<Long> merged = each.next();
    while (each.hasNext()) {
      List<Long> other = each.next();
      merged.addAll(other);
      other.clear();
    }
    return merged;
  }

  @Override
  public Long extractOutput(List<Long> accumulator) {
    KillSchedule.strike(kills, Kind.FIRING);
    return accumulator.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Coder<List<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputs) {
    return new KilledCoder(kills);
  }

  /** A list of numbers. */
  private static final class KilledCoder extends CustomCoder<List<Long>> {
    private static final long serialVersionUID = 1L;
    private static final Coder<List<Long>> VALUES = ListCoder.of(VarLongCoder.of());

    private final String kills;

    private KilledCoder(String kills) {
      this.kills = kills;
    }

    @Override
    public void encode(List<Long> values, OutputStream out) throws IOException {
      KillSchedule.strike(kills, Kind.STATE);
      VALUES.encode(values, out);
    }

    @Override
    public List<Long> decode(InputStream in) throws IOException {
      return VALUES.decode(in);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof KilledCoder coder && coder.kills.equals(kills);
    }

    @Override
    public int hashCode() {
      return Objects.hash(KilledCoder.class, kills);
    }
  }
}
