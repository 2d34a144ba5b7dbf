package io.slicewise.aggregate.sketch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/** Counts distinct encodings in a HyperLogLog sketch. */
final class HllFn<T> extends CombineFn<T, HllSketch, DistinctEstimate> {
  private static final long serialVersionUID = 1L;

  /** Two standard deviations, about 95 %. */
  private static final int DEVIATIONS = 2;

  private final Coder<T> coder;
  private final int lgK;

  HllFn(Coder<T> coder, int lgK) {
    this.coder = coder;
    this.lgK = lgK;
  }

  @Override
  public HllSketch createAccumulator() {
    return new HllSketch(lgK, TgtHllType.HLL_4);
  }

  @Override
  public HllSketch addInput(HllSketch sketch, T value) {
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    try {
      coder.encode(value, encoded);
      if (encoded.size() == 0) {
        // the library does not count what is empty
        encoded.write(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("ApproximateDistinct: " + coder + " cannot encode a value", e);
    }
    sketch.update(encoded.toByteArray());
    return sketch;
  }

  @Override
  public HllSketch mergeAccumulators(Iterable<HllSketch> sketches) {
    Union union = new Union(lgK);
    for (HllSketch sketch : sketches) {
      union.update(sketch);
    }
    return union.getResult(TgtHllType.HLL_4);
  }

  /**
   * The composite estimate, as the other one is a little closer but depends on the order of
   * elements and is lost in a merge.
   */
  @Override
  public DistinctEstimate extractOutput(HllSketch sketch) {
    double estimate = sketch.getCompositeEstimate();
    return new DistinctEstimate(
        estimate,
        estimate / (1 + HllSketch.getRelErr(false, true, lgK, DEVIATIONS)),
        estimate / (1 - HllSketch.getRelErr(true, true, lgK, DEVIATIONS)));
  }

  @Override
  public Coder<HllSketch> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return HllSketchCoder.of();
  }

  @Override
  public Coder<DistinctEstimate> getDefaultOutputCoder(
      CoderRegistry registry, Coder<T> inputCoder) {
    return DistinctEstimate.coder();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("lgK", lgK).withLabel("Log2 of Registers"))
        .add(DisplayData.item("coder", coder.getClass()).withLabel("Value Coder"));
  }
}
