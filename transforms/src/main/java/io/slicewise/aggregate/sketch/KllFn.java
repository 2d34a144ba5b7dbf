package io.slicewise.aggregate.sketch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.datasketches.kll.KllDoublesSketch;

/** Quantiles of numbers as doubles in a KLL sketch. */
final class KllFn<N extends Number> extends CombineFn<N, KllDoublesSketch, List<QuantileEstimate>> {
  private static final long serialVersionUID = 1L;

  private final int k;
  private final double[] ranks;

  KllFn(int k, double[] ranks) {
    this.k = k;
    this.ranks = ranks;
  }

  @Override
  public KllDoublesSketch createAccumulator() {
    return KllDoublesSketch.newHeapInstance(k);
  }

  @Override
  public KllDoublesSketch addInput(KllDoublesSketch sketch, N number) {
    sketch.update(number.doubleValue());
    return sketch;
  }

  @Override
  public KllDoublesSketch mergeAccumulators(Iterable<KllDoublesSketch> sketches) {
    KllDoublesSketch merged = createAccumulator();
    for (KllDoublesSketch sketch : sketches) {
      merged.merge(sketch);
    }
    return merged;
  }

  @Override
  public List<QuantileEstimate> extractOutput(KllDoublesSketch sketch) {
    List<QuantileEstimate> estimates = new ArrayList<>();
    if (!sketch.isEmpty()) {
      for (double rank : ranks) {
        estimates.add(estimate(sketch, rank));
      }
    }
    return estimates;
  }

  /** The smallest and the largest number are kept beside the sketch proper. */
  private static QuantileEstimate estimate(KllDoublesSketch sketch, double rank) {
    if (rank == 0) {
      return exact(rank, sketch.getMinItem());
    }
    if (rank == 1) {
      return exact(rank, sketch.getMaxItem());
    }
    double value = sketch.getQuantile(rank);
    return sketch.isEstimationMode()
        ? new QuantileEstimate(
            rank, value, sketch.getQuantileLowerBound(rank), sketch.getQuantileUpperBound(rank))
        : exact(rank, value);
  }

  private static QuantileEstimate exact(double rank, double value) {
    return new QuantileEstimate(rank, value, value, value);
  }

  @Override
  public Coder<KllDoublesSketch> getAccumulatorCoder(CoderRegistry registry, Coder<N> inputCoder) {
    return KllSketchCoder.of();
  }

  @Override
  public Coder<List<QuantileEstimate>> getDefaultOutputCoder(
      CoderRegistry registry, Coder<N> inputCoder) {
    return ListCoder.of(QuantileEstimate.coder());
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("k", k).withLabel("Sketch Parameter k"))
        .add(DisplayData.item("ranks", Arrays.toString(ranks)).withLabel("Ranks"));
  }
}
