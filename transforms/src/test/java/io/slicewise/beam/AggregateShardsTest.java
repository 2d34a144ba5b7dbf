package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.beam.RecordingContexts.Output;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.SliceEdges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.beam.fn.harness.HarnessTimer;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The first of two steps for hot keys, with state and a timer that can be looked at. */
class AggregateShardsTest {
  private static final Coder<List<Long>> LONGS = ListCoder.of(VarLongCoder.of());
  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), LONGS);
  private static final SliceEdges TENS =
      new SliceEdges(List.of(AlignedWindowPlan.sliding(20, 10, 0)));
  private static final KV<String, Integer> SHARD = KV.of("k", 1);

  private final AggregateShards<String, Long, List<Long>> doFn = doFn(false);
  private final RecordingContexts<
          KV<KV<String, Integer>, RawOrPartial<Long>>, KV<String, RawOrPartial<Long>>>
      contexts = new RecordingContexts<>(doFn);
  private final Cell cell = new Cell();
  private final FakeTimer timer = new FakeTimer();

  AggregateShardsTest() {
    doFn.setup();
    timer.now = -100;
  }

  private static AggregateShards<String, Long, List<Long>> doFn(boolean lateOutput) {
    return SerializableUtils.ensureSerializable(new AggregateShards<>(TENS, CONTENTS, lateOutput));
  }

  /** State that goes through its coder. */
  private static final class Cell implements ValueState<ShardSlices<List<Long>>> {
    private final Coder<ShardSlices<List<Long>>> coder = new ShardSlicesCoder<>(LONGS);
    private byte[] bytes;

    @Override
    public ShardSlices<List<Long>> read() {
      try {
        return bytes == null ? null : CoderUtils.decodeFromByteArray(coder, bytes);
      } catch (CoderException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void write(ShardSlices<List<Long>> slices) {
      try {
        bytes = CoderUtils.encodeToByteArray(coder, slices);
      } catch (CoderException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void clear() {
      bytes = null;
    }

    @Override
    public ValueState<ShardSlices<List<Long>>> readLater() {
      return this;
    }
  }

  private void element(long value, long timestampMillis) {
    element(new RawOrPartial.Raw<>(value), timestampMillis);
  }

  private void element(RawOrPartial<Long> value, long timestampMillis) {
    doFn.processElement(contexts.ofElement(KV.of(SHARD, value), timestampMillis), cell, timer);
  }

  private void watermark(long millis) {
    timer.now = millis;
    while (timer.target != null && timer.target.getMillis() < millis) {
      Instant target = timer.target;
      timer.target = null;
      doFn.onEndOfSlice(contexts.ofTimer(target), SHARD, cell, timer);
    }
  }

  private List<String> taken() {
    return contexts.taken().stream().map(AggregateShardsTest::textOf).toList();
  }

  private static String textOf(Output<KV<String, RawOrPartial<Long>>> output) {
    RawOrPartial<Long> value = output.value().getValue();
    String content =
        value instanceof RawOrPartial.Raw<Long> raw
            ? "raw " + raw.value()
            : value.count()
                + ": "
                + CONTENTS.extract(
                    CONTENTS.decode(((RawOrPartial.Partial<Long>) value).accumulator()));
    return output.value().getKey() + " " + content + " @" + output.timestampMillis();
  }

  @Test
  void aSlice_leavesOnceItIsOver() {
    element(1, 12);
    element(2, 5);
    element(3, 19);
    assertThat(timer.target).isEqualTo(Instant.ofEpochMilli(9));
    watermark(9);
    assertThat(taken()).isEmpty();
    watermark(10);
    assertThat(taken()).containsExactly("k 1: 2 @9");
    assertThat(timer.target).isEqualTo(Instant.ofEpochMilli(19));
    watermark(20);
    assertThat(taken()).containsExactly("k 2: 1+3 @19");
    assertThat(cell.bytes).isNull();
    assertThat(timer.target).isNull();
  }

  /** The output watermark waits for the timer itself, so nothing else may be held. */
  @Test
  void theTimer_isSetOnceForASlice_andHoldsItsEnd() {
    element(1, 5);
    element(2, 6);
    element(3, 15);
    assertThat(timer.sets).isEqualTo(1);
    assertThat(timer.hold).isNull();
  }

  @Test
  void allSlicesThatAreOver_leaveAtOnce() {
    element(1, 5);
    element(2, 15);
    element(3, 25);
    watermark(29);
    assertThat(taken()).containsExactly("k 1: 1 @9", "k 1: 2 @19");
    assertThat(timer.sets).isEqualTo(2);
  }

  @Test
  void whatComesAfterItsSlice_passes() {
    timer.now = 10;
    element(1, 9);
    element(new RawOrPartial.Partial<>(CONTENTS.encode(List.of(2L, 3L)), 2), 8);
    assertThat(taken()).containsExactly("k raw 1 @9", "k 2: 2+3 @8");
    assertThat(cell.bytes).isNull();
    element(4, 10);
    assertThat(taken()).isEmpty();
  }

  @Test
  void partialsOfABundle_areMergedAndCounted() {
    element(new RawOrPartial.Partial<>(CONTENTS.encode(List.of(2L, 3L)), 2), 8);
    element(1, 9);
    watermark(100);
    assertThat(taken()).containsExactly("k 3: 1+2+3 @9");
  }

  @Test
  void aTimerLeftOver_doesNothing() {
    doFn.onEndOfSlice(contexts.ofTimer(Instant.ofEpochMilli(9)), SHARD, cell, timer);
    assertThat(taken()).isEmpty();
    assertThat(timer.target).isNull();
  }

  /** Late elements must stay single where no watermark tells which they are. */
  @Test
  void withoutALiveWatermark_nothingIsAggregatedForALateOutput() {
    var lateOutput = doFn(true);
    lateOutput.setup();
    var lateContexts = new RecordingContexts<>(lateOutput);
    HarnessTimer harnessTimer = new HarnessTimer();
    lateOutput.processElement(
        lateContexts.ofElement(KV.of(SHARD, new RawOrPartial.Raw<>(1L)), 5), cell, harnessTimer);
    assertThat(lateContexts.taken()).hasSize(1);
    element(1, 5);
    assertThat(taken()).isEmpty();
  }

  @Test
  void stateOfAnotherFormat_isRefused() {
    assertThatThrownBy(() -> CoderUtils.decodeFromByteArray(cell.coder, new byte[] {2, 0}))
        .isInstanceOf(CoderException.class)
        .hasMessage(
            "The state of a shard must have format 1 but has 2. It was written by another version;"
                + " start the pipeline without its state.");
  }

  /** Round robin from anywhere: as even as can be, in each bundle. */
  @Test
  void shardsAreTakenInTurn() {
    SpreadKeys<String, Long, Long> spread =
        new SpreadKeys<>(key -> 3, value -> new RawOrPartial.Raw<>(value));
    spread.startBundle();
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 9; i++) {
      counts.merge(spread.nextShard(3), 1, Integer::sum);
    }
    assertThat(new TreeSet<>(counts.keySet())).containsExactly(0, 1, 2);
    assertThat(counts.values()).containsOnly(3);
  }
}
