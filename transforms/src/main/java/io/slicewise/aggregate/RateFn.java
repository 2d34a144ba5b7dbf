package io.slicewise.aggregate;

import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Duration;

/** A total per unit of a span of time. */
final class RateFn<T, A, O extends Number> extends DelegatingFn<T, T, A, O, Double> {
  private static final long serialVersionUID = 1L;

  private final long spanMillis;
  private final long unitMillis;

  RateFn(CombineFn<T, A, O> total, long spanMillis, long unitMillis) {
    super(total);
    this.spanMillis = spanMillis;
    this.unitMillis = unitMillis;
  }

  @Override
  public A addInput(A accumulator, T element) {
    return combineFn.addInput(accumulator, element);
  }

  @Override
  public Double extractOutput(A accumulator) {
    double unitsInSpan = (double) spanMillis / unitMillis;
    return combineFn.extractOutput(accumulator).doubleValue() / unitsInSpan;
  }

  @Override
  public Coder<A> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getAccumulatorCoder(registry, inputCoder);
  }

  @Override
  public Coder<Double> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return DoubleCoder.of();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("span", Duration.millis(spanMillis)).withLabel("Span of Time"))
        .add(DisplayData.item("unit", Duration.millis(unitMillis)).withLabel("Unit of Time"));
  }
}
