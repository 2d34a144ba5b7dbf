package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.core.trigger.TriggerSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.beam.sdk.transforms.windowing.AfterAll;
import org.apache.beam.sdk.transforms.windowing.AfterEach;
import org.apache.beam.sdk.transforms.windowing.AfterFirst;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterSynchronizedProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.ReshuffleTrigger;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.util.SerializableUtils;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TriggerSpecsTest {
  private static final AfterPane TWO = AfterPane.elementCountAtLeast(2);
  private static final TriggerSpec TWO_SPEC = new TriggerSpec.AfterPane(2);
  private static final AfterProcessingTime NOW = AfterProcessingTime.pastFirstElementInPane();
  private static final TriggerSpec NOW_SPEC = new TriggerSpec.AfterProcessingTime(List.of());

  static Stream<Arguments> triggers() {
    return Stream.of(
        Arguments.of(DefaultTrigger.of(), new TriggerSpec.DefaultTrigger()),
        Arguments.of(AfterWatermark.pastEndOfWindow(), new TriggerSpec.AfterEndOfWindow()),
        Arguments.of(
            AfterWatermark.pastEndOfWindow().withEarlyFirings(TWO),
            new TriggerSpec.EarlyAndLate(TWO_SPEC, Optional.empty())),
        Arguments.of(
            AfterWatermark.pastEndOfWindow().withEarlyFirings(TWO).withLateFirings(NOW),
            new TriggerSpec.EarlyAndLate(TWO_SPEC, Optional.of(NOW_SPEC))),
        Arguments.of(
            AfterWatermark.pastEndOfWindow().withLateFirings(TWO),
            new TriggerSpec.EarlyAndLate(new TriggerSpec.Never(), Optional.of(TWO_SPEC))),
        Arguments.of(TWO, TWO_SPEC),
        Arguments.of(NOW, NOW_SPEC),
        Arguments.of(
            NOW.plusDelayOf(millis(7)).alignedTo(millis(10), Instant.ofEpochMilli(3)),
            new TriggerSpec.AfterProcessingTime(
                List.of(new TriggerSpec.Delay(7), new TriggerSpec.AlignTo(10, 3)))),
        Arguments.of(AfterSynchronizedProcessingTime.ofFirstElement(), NOW_SPEC),
        Arguments.of(Repeatedly.forever(TWO), new TriggerSpec.Repeatedly(TWO_SPEC)),
        Arguments.of(TWO.orFinally(NOW), new TriggerSpec.OrFinally(TWO_SPEC, NOW_SPEC)),
        Arguments.of(
            AfterEach.inOrder(TWO, NOW), new TriggerSpec.AfterEach(List.of(TWO_SPEC, NOW_SPEC))),
        Arguments.of(
            AfterFirst.of(TWO, NOW), new TriggerSpec.AfterFirst(List.of(TWO_SPEC, NOW_SPEC))),
        Arguments.of(AfterAll.of(TWO, NOW), new TriggerSpec.AfterAll(List.of(TWO_SPEC, NOW_SPEC))),
        Arguments.of(Never.ever(), new TriggerSpec.Never()));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void everyTriggerOfBeam_hasASpec(Trigger trigger, TriggerSpec spec) {
    assertThat(TriggerSpecs.specOf(trigger)).isEqualTo(spec);
    assertThat(SerializableUtils.ensureSerializable(spec)).isEqualTo(spec);
  }

  /** After a grouping, the next one has the continuation of the trigger. */
  @ParameterizedTest
  @MethodSource("triggers")
  void everyContinuationTrigger_hasASpec(Trigger trigger, TriggerSpec unused) {
    assertThat(TriggerSpecs.specOf(trigger.getContinuationTrigger())).isNotNull();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            Repeatedly.forever(new ReshuffleTrigger<>()),
            "windowedBy: the trigger ReshuffleTrigger() of"
                + " org.apache.beam.sdk.transforms.windowing.ReshuffleTrigger is not supported."
                + " Build it from AfterWatermark, AfterProcessingTime, AfterPane, AfterFirst,"
                + " AfterAll, AfterEach, Repeatedly, orFinally, Never or DefaultTrigger."),
        Arguments.of(
            AfterPane.elementCountAtLeast(0),
            "windowedBy: AfterPane.elementCountAtLeast must be 1 element or more but was 0. Use 1"
                + " to fire for every element."),
        Arguments.of(
            NOW.plusDelayOf(millis(-5)),
            "windowedBy: AfterProcessingTime.plusDelayOf must be zero or more but was -5 ms. Leave"
                + " it out to fire right after the first element of a pane."),
        Arguments.of(
            NOW.alignedTo(millis(0)),
            "windowedBy: the period of AfterProcessingTime.alignedTo must be 1 ms or more but was 0"
                + " ms. Leave alignedTo out to fire unaligned."));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void otherTriggers_areRefused(Trigger trigger, String message) {
    assertThatThrownBy(() -> TriggerSpecs.specOf(trigger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
