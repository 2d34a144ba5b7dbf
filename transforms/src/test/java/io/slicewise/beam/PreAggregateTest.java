package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.RecordingContexts.Output;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.SliceEdges;
import java.util.List;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

/** What leaves the step before the shuffle, bundle by bundle. */
class PreAggregateTest {
  private static final SliceEdges TENS =
      new SliceEdges(List.of(AlignedWindowPlan.sliding(20, 10, 0)));

  private final PreAggregate<String, Long, ?> doFn = doFn(4);
  private final RecordingContexts<KV<String, Long>, KV<String, RawOrPartial<Long>>> contexts =
      new RecordingContexts<>(doFn);

  PreAggregateTest() {
    doFn.setup();
  }

  private static PreAggregate<String, Long, long[]> doFn(int maxPartials) {
    return SerializableUtils.ensureSerializable(
        new PreAggregate<>(TENS, sums(), StringUtf8Coder.of(), maxPartials));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the accumulators of sums are no one's business
  private static CombineFnAggregate<Long, long[], Long> sums() {
    return new CombineFnAggregate(
        Sum.ofLongs(), Sum.ofLongs().getAccumulatorCoder(null, VarLongCoder.of()));
  }

  private void element(String key, long value, long timestampMillis) {
    doFn.processElement(contexts.ofElement(KV.of(key, value), timestampMillis));
  }

  /** What left since the last call, as "key count @timestamp". */
  private List<String> taken() {
    return contexts.taken().stream().map(PreAggregateTest::textOf).toList();
  }

  private static String textOf(Output<KV<String, RawOrPartial<Long>>> output) {
    RawOrPartial<Long> value = output.value().getValue();
    return output.value().getKey()
        + (value instanceof RawOrPartial.Raw ? " raw" : " " + value.count())
        + " @"
        + output.timestampMillis();
  }

  @Test
  void aBundle_leavesAtItsEnd() {
    doFn.startBundle();
    element("a", 1, 9);
    element("b", 1, 5);
    element("a", 1, 3);
    element("a", 1, 10);
    assertThat(taken()).isEmpty();
    doFn.finishBundle(contexts.ofEnd());
    assertThat(taken()).containsExactly("a 2 @3", "b raw @5", "a raw @10");
    doFn.startBundle();
    doFn.finishBundle(contexts.ofEnd());
    assertThat(taken()).isEmpty();
  }

  @Test
  void aFullBuffer_leavesBeforeTheEnd() {
    doFn.startBundle();
    element("a", 1, 1);
    element("a", 1, 2);
    element("b", 1, 3);
    element("c", 1, 4);
    assertThat(taken()).isEmpty();
    element("d", 1, 5);
    assertThat(taken()).containsExactly("a 2 @1", "b raw @3", "c raw @4", "d raw @5");
    element("a", 1, 6);
    doFn.finishBundle(contexts.ofEnd());
    assertThat(taken()).containsExactly("a raw @6");
  }

  @Test
  void aBundleThatFailed_leavesNothingBehind() {
    doFn.startBundle();
    element("a", 1, 1);
    doFn.startBundle();
    element("b", 1, 1);
    doFn.finishBundle(contexts.ofEnd());
    assertThat(taken()).containsExactly("b raw @1");
  }

  /** Keys that do not come again pass; once they do come again, a later sample finds out. */
  @Test
  void elementsThatShareNothing_passUntilTheNextSample() {
    doFn.startBundle();
    for (int i = 0; i < ReductionProbe.SAMPLE; i++) {
      element("key " + i, 1, 1);
    }
    taken();
    for (int i = 0; i < ReductionProbe.PASSED; i++) {
      element("a", 1, 1);
    }
    assertThat(taken()).hasSize(ReductionProbe.PASSED).containsOnly("a raw @1");
    for (int i = 0; i < 3; i++) {
      element("a", 1, 1);
    }
    doFn.finishBundle(contexts.ofEnd());
    assertThat(taken()).containsExactly("a 3 @1");
  }
}
