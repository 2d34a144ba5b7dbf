package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.Sum;
import org.junit.jupiter.api.Test;

class RawOrPartialAggregateTest {
  private static <A> RawOrPartialAggregate<Long, A, Long> of(CombineFn<Long, A, Long> combineFn)
      throws Exception {
    Coder<A> coder =
        combineFn.getAccumulatorCoder(CoderRegistry.createDefault(), VarLongCoder.of());
    return new RawOrPartialAggregate<>(new CombineFnAggregate<>(combineFn, coder));
  }

  /** Else the panes of every pre-aggregated sum would cost what those of any function do. */
  @Test
  void keepsTheInverseOfItsFunction() throws Exception {
    assertThat(of(Sum.ofLongs()).isInvertible()).isTrue();
    assertThat(removesThree(of(Sum.ofLongs()))).isEqualTo(4);
    assertThat(of(Max.ofLongs()).isInvertible()).isFalse();
  }

  private static <A> long removesThree(RawOrPartialAggregate<Long, A, Long> sums) {
    A seven = sums.add(sums.create(), new RawOrPartial.Raw<>(7L));
    A three = sums.add(sums.create(), new RawOrPartial.Raw<>(3L));
    return sums.extract(sums.remove(seven, three));
  }
}
