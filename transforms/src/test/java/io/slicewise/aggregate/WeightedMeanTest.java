package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedMeanTest {

  private static CombineFn<KV<Double, Double>, ?, Double> weightedMean() {
    return Statistics.weightedMean(KV::getKey, KV::getValue);
  }

  private static double of(List<KV<Double, Double>> valuesAndWeights) {
    return weightedMean().apply(valuesAndWeights);
  }

  @Test
  void valuesCountByTheirWeights() {
    assertThat(of(List.of(KV.of(1.0, 1.0), KV.of(4.0, 2.0)))).isEqualTo(3);
    assertThat(of(List.of(KV.of(10.0, 0.25), KV.of(20.0, 0.75)))).isEqualTo(17.5);
    assertThat(of(List.of(KV.of(1e9 + 1, 3.0), KV.of(1e9 + 5, 1.0)))).isEqualTo(1e9 + 2);
  }

  @Test
  void weightOfZero_doesNotCount() {
    assertThat(of(List.of(KV.of(1.0, 1.0), KV.of(Double.NaN, 0.0)))).isEqualTo(1);
    assertThat(of(List.of(KV.of(1.0, 0.0)))).isNaN();
  }

  @Test
  void smallWeightsAreNotLost() {
    double sum = of(List.of(KV.of(0.0, 1e20), KV.of(1.0, 1.0), KV.of(1.0, 1.0))) * 1e20;
    assertThat(sum).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -1e-300, Double.NaN, Double.POSITIVE_INFINITY})
  void otherWeights_areRefused(double weight) {
    assertThatThrownBy(() -> of(List.of(KV.of(1.0, weight))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "weightedMean: a weight must be a finite number of 0 or more but was "
                + weight
                + ". Leave such elements out with Aggregations.filtered.");
  }
}
