package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.reflect.DoFnSignature;
import org.apache.beam.sdk.transforms.reflect.DoFnSignatures;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;

/**
 * The names and coders by which Dataflow updates a running pipeline and Flink restores a savepoint.
 * A change here is a change for every user with a running pipeline.
 */
class UpdateCompatibilityTest {
  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  @Test
  void stateAndTimers() {
    DoFnSignature signature = DoFnSignatures.getSignature(SliceDoFn.class);
    assertThat(signature.stateDeclarations().keySet())
        .containsExactlyInAnyOrder("key", "hot", "cold");
    assertThat(signature.timerDeclarations().keySet())
        .containsExactlyInAnyOrder("ts-eventTime", "ts-processingTime");
    assertThat(signature.timerFamilyDeclarations()).isEmpty();
    assertThat(signature.onWindowExpiration()).isNull();
    assertThat(signature.processElement().requiresTimeSortedInput()).isFalse();
    assertThat(signature.processElement().requiresStableInput()).isFalse();
    assertThat(new KeyStateCoder<>(ListCoder.of(VarLongCoder.of()), null))
        .hasToString("KeyStateCoder(ListCoder(VarLongCoder))");
    assertThat(new HotStateCoder<>(ListCoder.of(VarLongCoder.of()), 0))
        .hasToString("HotStateCoder(ListCoder(VarLongCoder))");
    assertThat(new ColdPagesCoder<>(ListCoder.of(VarLongCoder.of()), 0))
        .hasToString("ColdPagesCoder(ListCoder(VarLongCoder))");
  }

  /** Timers and state of the first of two steps for hot keys. */
  @Test
  void stateAndTimers_ofShards() {
    DoFnSignature signature = DoFnSignatures.getSignature(AggregateShards.class);
    assertThat(signature.stateDeclarations().keySet()).containsExactly("slices");
    assertThat(signature.timerDeclarations().keySet()).containsExactly("ts-endOfSlice");
    assertThat(new ShardSlicesCoder<>(ListCoder.of(VarLongCoder.of())))
        .hasToString("ShardSlicesCoder(ListCoder(VarLongCoder))");
  }

  /** Aggregating before the shuffle adds steps, and renames nothing. */
  @Test
  void stepsBeforeTheShuffle_areAdded() {
    pipeline
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(TEN)
                .withHotKeyFanout(4));
    String between = " KvCoder(StringUtf8Coder,RawOrPartialCoder(VarLongCoder))";
    assertThat(graph())
        .containsExactly(
            "Aggregate/Into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,VarLongCoder)",
            "Aggregate/Pre-aggregate slices: slices" + between,
            "Aggregate/Spread hot keys: unspread"
                + between
                + ", spread KvCoder(KvCoder(StringUtf8Coder,VarIntCoder),"
                + "RawOrPartialCoder(VarLongCoder))",
            "Aggregate/Aggregate shards: slices" + between,
            "Aggregate/Aggregate slices: panes KvCoder(StringUtf8Coder,VarLongCoder)");
    Pipeline someKeys = Pipeline.create(BothWays.options());
    someKeys
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(TEN)
                .withHotKeyFanout(key -> key.length()));
    assertThat(graph(someKeys))
        .hasSize(6)
        .contains("Aggregate/All keys: output" + between)
        .containsAll(graph());
  }

  @Test
  void stepsOutputsAndCoders() {
    pipeline
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(TEN)
                .withoutPreAggregation());
    assertThat(graph())
        .containsExactly(
            "Aggregate/Into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,VarLongCoder)",
            "Aggregate/Aggregate slices: panes KvCoder(StringUtf8Coder,VarLongCoder)");
  }

  /** Asking for late elements of a running pipeline adds to what it has and renames nothing. */
  @Test
  void lateOutput_isAdded() {
    pipeline
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(TEN)
                .withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
    assertThat(graph())
        .containsExactly(
            "Aggregate/Into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,VarLongCoder)",
            "Aggregate/Aggregate slices: panes"
                + " KvCoder(StringUtf8Coder,VarLongCoder), late"
                + " KvCoder(StringUtf8Coder,LateElementCoder(VarLongCoder))",
            "Aggregate/Late into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,LateElementCoder(VarLongCoder))");
    assertThat(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .withLateOutput(new TupleTag<>() {}, new TupleTag<>() {})
                .getName())
        .isEqualTo(SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).getName())
        .isEqualTo("SlicedWindowAggregate");
  }

  /** Outputs are named by the order of their windows; the first keeps its name. */
  @Test
  void severalWindows() {
    pipeline
        .apply("In", Create.of(KV.of("k", 1L)))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(new TupleTag<>() {}, TEN)
                .windowedBy(new TupleTag<>() {}, Window.into(new GlobalWindows()))
                .windowedBy(new TupleTag<>() {}, Window.into(FixedWindows.of(millis(20))))
                .withLateOutput(new TupleTag<>() {}));
    assertThat(graph())
        .containsExactly(
            "Aggregate/Into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,VarLongCoder)",
            "Aggregate/Aggregate slices: panes"
                + " KvCoder(StringUtf8Coder,VarLongCoder), panes2"
                + " KvCoder(StringUtf8Coder,VarLongCoder), panes3"
                + " KvCoder(StringUtf8Coder,VarLongCoder), late"
                + " KvCoder(StringUtf8Coder,LateElementCoder(VarLongCoder))",
            "Aggregate/Panes into global window 2/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,VarLongCoder)",
            "Aggregate/Late into global window/Window.Assign: output"
                + " KvCoder(StringUtf8Coder,LateElementCoder(VarLongCoder))");
  }

  @Test
  void globally() {
    pipeline
        .apply("In", Create.of(1L))
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                .windowedBy(Window.into(FixedWindows.of(millis(10))))
                .withoutPreAggregation());
    assertThat(graph())
        .containsExactly(
            "Aggregate/Add the key/AddKeys/Map/ParMultiDo(Anonymous): output"
                + " KvCoder(ByteCoder,VarLongCoder)",
            "Aggregate/Per key/Into global window/Window.Assign: output"
                + " KvCoder(ByteCoder,VarLongCoder)",
            "Aggregate/Per key/Aggregate slices: panes KvCoder(ByteCoder,VarLongCoder)",
            "Aggregate/Panes without the key/Values/Map/ParMultiDo(Anonymous): output"
                + " VarLongCoder");
  }

  private List<String> graph() {
    return graph(pipeline);
  }

  /** The primitive steps below "Aggregate", with the tags and coders of their outputs. */
  private static List<String> graph(Pipeline pipeline) {
    List<String> steps = new ArrayList<>();
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public void visitPrimitiveTransform(TransformHierarchy.Node node) {
            if (node.getFullName().startsWith("Aggregate/")) {
              steps.add(node.getFullName() + ": " + String.join(", ", outputsOf(node)));
            }
          }
        });
    return steps;
  }

  private static List<String> outputsOf(TransformHierarchy.Node node) {
    boolean tagged = node.getTransform() instanceof ParDo.MultiOutput;
    List<String> outputs = new ArrayList<>();
    node.getOutputs()
        .forEach(
            (tag, collection) ->
                outputs.add((tagged ? tag.getId() : "output") + " " + collection.getCoder()));
    return outputs;
  }
}
