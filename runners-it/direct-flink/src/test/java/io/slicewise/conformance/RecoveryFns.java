package io.slicewise.conformance;

import io.slicewise.conformance.RecoveryRun.Pane;
import io.slicewise.conformance.RecoveryRun.WindowOfKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** The functions of the recovery tests' pipelines. */
final class RecoveryFns {
  private RecoveryFns() {}

  static final String PANE = "pane";

  /** Takes the panes of the aggregation down, and fails when it is time to. */
  static final class PaneFn extends DoFn<KV<String, Long>, KV<String, Long>> {
    private static final long serialVersionUID = 1L;

    private final String run;

    PaneFn(RecoveryRun run) {
      this.run = run.id();
    }

    @ProcessElement
    public void processElement(
        @Element KV<String, Long> pane,
        @Timestamp Instant timestamp,
        PaneInfo info,
        BoundedWindow window,
        OutputReceiver<KV<String, Long>> output) {
      RecoveryRun seen = RecoveryRun.of(run);
      seen.pane(windowOf(pane, window), new Pane(pane.getValue(), info, timestamp.getMillis()));
      seen.failIfDueAt(PANE);
      output.output(pane);
    }
  }

  /** Takes the panes of the native Combine down. */
  static final class TotalFn extends DoFn<KV<String, Long>, Void> {
    private static final long serialVersionUID = 1L;

    private final String run;

    TotalFn(RecoveryRun run) {
      this.run = run.id();
    }

    @ProcessElement
    public void processElement(
        @Element KV<String, Long> total,
        @Timestamp Instant timestamp,
        PaneInfo info,
        BoundedWindow window) {
      RecoveryRun.of(run)
          .total(windowOf(total, window), new Pane(total.getValue(), info, timestamp.getMillis()));
    }
  }

  /** A sum that keeps all values, and empties what it merges into the first accumulator. */
  static final class MutatingSumFn extends CombineFn<Long, List<Long>, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public List<Long> createAccumulator() {
      return new ArrayList<>();
    }

    @Override
    public List<Long> addInput(List<Long> accumulator, Long input) {
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
      return accumulator.stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public Coder<List<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputs) {
      return ListCoder.of(VarLongCoder.of());
    }
  }

  private static WindowOfKey windowOf(KV<String, Long> pane, BoundedWindow window) {
    return new WindowOfKey(pane.getKey(), window.maxTimestamp().getMillis() + 1);
  }
}
