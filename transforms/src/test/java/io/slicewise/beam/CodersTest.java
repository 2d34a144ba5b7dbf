package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.Clocks;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.util.CoderUtils;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class CodersTest {
  private static final Coder<List<Long>> LONGS = ListCoder.of(VarLongCoder.of());
  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), LONGS);

  private static final LateElement<Long> LATE =
      new LateElement<>(
          7L, Instant.ofEpochMilli(-1), Instant.ofEpochMilli(20), Instant.ofEpochMilli(15));
  private static final LateElement<Long> NULL_LATE =
      new LateElement<>(
          null, Instant.ofEpochMilli(3), Instant.ofEpochMilli(20), Instant.ofEpochMilli(15));

  @Test
  void lateElement_roundTrips() throws Exception {
    Coder<LateElement<Long>> coder = new LateElementCoder<>(NullableCoder.of(VarLongCoder.of()));
    CoderProperties.coderSerializable(coder);
    for (LateElement<Long> element : List.of(LATE, NULL_LATE)) {
      CoderProperties.coderDecodeEncodeEqual(coder, element);
      CoderProperties.structuralValueDecodeEncodeEqual(coder, element);
      CoderProperties.coderConsistentWithEquals(coder, element, LATE);
      CoderProperties.coderDeterministic(coder, element, element);
    }
  }

  @Test
  void lateElementCoder_isAsDeterministicAsItsValues() {
    assertThatThrownBy(() -> new LateElementCoder<>(DoubleCoder.of()).verifyDeterministic())
        .isInstanceOf(NonDeterministicException.class);
  }

  private static final Coder<RawOrPartial<Long>> RAW_OR_PARTIAL =
      new RawOrPartialCoder<>(NullableCoder.of(VarLongCoder.of()));
  private static final RawOrPartial<Long> PARTIAL =
      new RawOrPartial.Partial<>(new byte[] {1, 2, 3}, 300);

  @Test
  void rawOrPartial_roundTrips() throws Exception {
    CoderProperties.coderSerializable(RAW_OR_PARTIAL);
    for (RawOrPartial<Long> element :
        List.of(
            PARTIAL,
            new RawOrPartial.Partial<Long>(new byte[] {}, 1),
            new RawOrPartial.Raw<>(7L),
            new RawOrPartial.Raw<Long>(null))) {
      CoderProperties.coderDecodeEncodeEqual(RAW_OR_PARTIAL, element);
      CoderProperties.structuralValueDecodeEncodeEqual(RAW_OR_PARTIAL, element);
      CoderProperties.coderConsistentWithEquals(RAW_OR_PARTIAL, element, PARTIAL);
      CoderProperties.coderDeterministic(RAW_OR_PARTIAL, element, element);
    }
  }

  @Test
  void bytesOfSomethingElse_areRefused() {
    Coder<RawOrPartial<Long>> coder = new RawOrPartialCoder<>(VarLongCoder.of());
    assertThatThrownBy(() -> CoderUtils.decodeFromByteArray(coder, new byte[] {2, 7}))
        .hasMessage(
            "The first byte must be 0 for an element or 1 for a partial aggregate but was 2. The"
                + " bytes were written by something else.");
  }

  @Test
  void rawOrPartial_tellsPartialsApart() {
    assertThat(PARTIAL)
        .isEqualTo(new RawOrPartial.Partial<>(new byte[] {1, 2, 3}, 300))
        .hasSameHashCodeAs(new RawOrPartial.Partial<>(new byte[] {1, 2, 3}, 300))
        .isNotEqualTo(new RawOrPartial.Partial<>(new byte[] {1, 2, 3}, 301))
        .isNotEqualTo(new RawOrPartial.Partial<>(new byte[] {1, 2}, 300))
        .hasToString("Partial[count=300, accumulator=[1, 2, 3]]");
  }

  @Test
  void rawOrPartialCoder_isAsDeterministicAsItsValues() {
    assertThatThrownBy(() -> new RawOrPartialCoder<>(DoubleCoder.of()).verifyDeterministic())
        .isInstanceOf(NonDeterministicException.class);
  }

  /** Only single elements come late; anything else would be a loss that no one sees. */
  @Test
  void aLatePartial_isAnError() {
    RawOrPartialKeys<Long, List<Long>, String> keys =
        new RawOrPartialKeys<>(new WindowedKeys<>(BY_PAIRS, CONTENTS));
    assertThat(keys.lateValueOf(new RawOrPartial.Raw<>(7L))).isEqualTo(7L);
    assertThatThrownBy(() -> keys.lateValueOf(PARTIAL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("A partial aggregate of 300 elements came late");
  }

  @Test
  void keyState_roundTrips() throws Exception {
    KeyStateCoder<List<Long>> coder = new KeyStateCoder<>(CONTENTS.accumulatorCoder(), BY_PAIRS);
    CoderProperties.coderSerializable(coder);
    byte[] bytes = CoderUtils.encodeToByteArray(coder, someState());
    KeyState copy = CoderUtils.decodeFromByteArray(coder, bytes);
    assertThat(copy.liveSlices()).isEqualTo(2);
    assertThat(CoderUtils.encodeToByteArray(coder, copy)).isEqualTo(bytes);
  }

  private static final WindowedAggregation BY_PAIRS =
      WindowedAggregation.of(
          new WindowingSpec(
              AlignedWindowPlan.sliding(30, 10, 0),
              new TriggerSpec.Repeatedly(new TriggerSpec.AfterPane(2)),
              5,
              AccumulationMode.DISCARDING,
              TimestampCombiner.EARLIEST,
              FiringBehavior.FIRE_ALWAYS,
              FiringBehavior.FIRE_ALWAYS));

  private static KeyState someState() {
    var engine = BY_PAIRS.engine(CONTENTS);
    KeyState state = engine.newState();
    for (long value = 1; value <= 3; value++) {
      engine.onElement(state, value, 5 * value, new Clocks(0, 0));
    }
    return state;
  }

  /** What a serializing state backend moves for each element of a day by the minute. */
  @Test
  void keyState_ofADayByTheMinute_isAbout12kB() throws Exception {
    var sum = new CombineFnAggregate<>(Sum.ofLongs(), sumCoder());
    var day =
        WindowedAggregation.of(
            new WindowingSpec(
                AlignedWindowPlan.sliding(1440 * 60_000L, 60_000, 0),
                new TriggerSpec.DefaultTrigger(),
                0,
                AccumulationMode.ACCUMULATING,
                TimestampCombiner.END_OF_WINDOW,
                FiringBehavior.FIRE_IF_NON_EMPTY,
                FiringBehavior.FIRE_ALWAYS));
    var engine = day.engine(sum);
    KeyState state = engine.newState();
    long now = 1_700_000_000_000L;
    for (int minute = 0; minute < 3000; minute++) {
      engine.onElement(
          state, 1_000_000L, now + minute * 60_000L, new Clocks(now + minute * 60_000L, 0));
    }
    assertThat(state.liveSlices()).isBetween(1440, 1441);
    byte[] bytes = CoderUtils.encodeToByteArray(new KeyStateCoder<>(sumCoder(), day), state);
    assertThat(bytes.length).isBetween(11_000, 13_000);
  }

  private static Coder<long[]> sumCoder() {
    return Sum.ofLongs().getAccumulatorCoder(null, VarLongCoder.of());
  }

  /** A function whose code changes must still find the state it left. */
  @Test
  void keyStateCoder_isThatOfItsAccumulators() throws Exception {
    CoderProperties.coderSerializable(new KeyStateCoder<>(CONTENTS.accumulatorCoder(), BY_PAIRS));
    assertThat(new KeyStateCoder<>(CONTENTS.accumulatorCoder(), BY_PAIRS))
        .isEqualTo(new KeyStateCoder<>(ListCoder.of(VarLongCoder.of()), BY_PAIRS));
    assertThat(new KeyStateCoder<>(ints(), BY_PAIRS))
        .isNotEqualTo(new KeyStateCoder<>(CONTENTS.accumulatorCoder(), BY_PAIRS));
  }

  private static Coder<int[]> ints() {
    return Sum.ofIntegers().getAccumulatorCoder(null, VarIntCoder.of());
  }

  @Test
  void accumulatorThatCannotBeEncoded_isNamedWithItsCoder() {
    var longs = new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));
    List<Long> withNull = Arrays.asList(1L, null);
    assertThatThrownBy(() -> longs.encode(withNull))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            "Could not encode an accumulator with ListCoder(VarLongCoder): cannot encode a null"
                + " Long");
    assertThatThrownBy(() -> longs.decode(new byte[] {0, 0, 0, 0, 7}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith("Could not decode an accumulator with ListCoder(VarLongCoder): ");
  }
}
