package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import java.util.Iterator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineWithContext.CombineFnWithContext;
import org.apache.beam.sdk.transforms.CombineWithContext.Context;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.junit.jupiter.api.Test;

/** What is refused when a pipeline is built, and the full text a user sees. */
class RefusalsTest {
  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  /** The option as FlinkPipelineOptions has it. */
  public interface FasterCopyOptions extends PipelineOptions {
    /** Whether state is handed out without a copy. */
    Boolean getFasterCopy();

    /** Sets it. */
    void setFasterCopy(Boolean value);
  }

  @Test
  void fasterCopyOfFlink() {
    PipelineOptions options = BothWays.options();
    options.as(FasterCopyOptions.class).setFasterCopy(true);
    assertThatThrownBy(
            () ->
                Pipeline.create(options)
                    .apply(Create.of(KV.of("k", 1L)))
                    .apply(
                        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                            .windowedBy(TEN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: cannot run here (runner"
                + " org.apache.beam.runners.direct.DirectRunner, streaming option false, input"
                + " BOUNDED): FlinkRunner with the option fasterCopy does not copy state that"
                + " changes while a checkpoint is written, so results would be wrong after a"
                + " recovery. Leave the option fasterCopy out. See"
                + " https://github.com/apache/beam/pull/13240");
  }

  @Test
  void windowsMissing() {
    assertThatThrownBy(
            () ->
                pipeline
                    .apply(Create.of(KV.of("k", 1L)))
                    .apply(SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: no windows are set. Add .windowedBy(Window.into(...)).");
  }

  /** At the call that sets them, before there is an input. */
  @Test
  void windowsNotSupported() {
    Window<KV<String, Long>> days = Window.into(CalendarWindows.days(1));
    SlicedWindowAggregate<String, Long, Long> sums = SlicedWindowAggregate.perKey(Sum.ofLongs());
    assertThatThrownBy(() -> sums.windowedBy(days))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("windowedBy: the window function must be");
  }

  @Test
  void functionWithSideInputs() {
    String message =
        ": the function must be a Combine.CombineFn but was"
            + " io.slicewise.beam.RefusalsTest$WithContext, which uses side inputs; panes are fired"
            + " by timers, which have none. Join the side input to the elements in a ParDo before,"
            + " or to the results after.";
    assertThatThrownBy(() -> SlicedWindowAggregate.<String, Long, Long>perKey(new WithContext()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("perKey" + message);
    assertThatThrownBy(() -> SlicedWindowAggregate.<Long, Long>globally(new WithContext()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("globally" + message);
  }

  @Test
  void inputWithoutAKvCoder() {
    Coder<KV<String, Long>> coder = SerializableCoder.of(new TypeDescriptor<KV<String, Long>>() {});
    PCollection<KV<String, Long>> input = pipeline.apply(Create.empty(coder));
    assertThatThrownBy(() -> input.apply(sums()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: the input must have a KvCoder but has "
                + coder
                + ". Call .setCoder(KvCoder.of(keyCoder, valueCoder)) on it.");
  }

  @Test
  void keysThatCannotBeCompared() {
    PCollection<KV<Double, Long>> input =
        pipeline.apply(Create.empty(KvCoder.of(DoubleCoder.of(), VarLongCoder.of())));
    assertThatThrownBy(
            () ->
                input.apply(
                    SlicedWindowAggregate.<Double, Long, Long>perKey(Sum.ofLongs())
                        .windowedBy(Window.into(FixedWindows.of(millis(10))))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: the key coder must be deterministic but is DoubleCoder"
                + " (Floating point encodings are not guaranteed to be deterministic.). Use keys of"
                + " a type with a deterministic coder, such as String or Long.");
  }

  @Test
  void accumulatorsWithoutACoder() {
    PCollection<KV<String, Long>> input = pipeline.apply(Create.of(KV.of("k", 1L)));
    assertThatThrownBy(
            () ->
                input.apply(
                    SlicedWindowAggregate.<String, Long, Long>perKey(new NoCoder())
                        .windowedBy(TEN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: the accumulators of io.slicewise.beam.RefusalsTest$NoCoder need"
                + " a coder but none is known for java.util.Iterator<java.lang.Long>. Override"
                + " getAccumulatorCoder in the function, or register a coder for the type with"
                + " pipeline.getCoderRegistry().");
  }

  /** Refused where it arises, by the key's coder, as everywhere in Beam. */
  @Test
  void nullKey() {
    pipeline
        .apply(Create.of(1L))
        .apply(ParDo.of(new WithoutKey()))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
        .apply(sums());
    assertThatThrownBy(() -> pipeline.run().waitUntilFinish())
        .hasRootCauseMessage("cannot encode a null String");
  }

  @Test
  void nothing_isRefusedByItsName() {
    assertThatThrownBy(() -> SlicedWindowAggregate.perKey(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("combineFn");
    assertThatThrownBy(() -> sums().windowedBy(null)).hasMessage("window");
    assertThatThrownBy(() -> sums().withLateOutput(null, null)).hasMessage("panesTag");
  }

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(TEN);
  }

  private static final class WithoutKey extends DoFn<Long, KV<String, Long>> {
    @ProcessElement
    public void processElement(@Element Long value, OutputReceiver<KV<String, Long>> out) {
      out.output(KV.of(null, value));
    }
  }

  private static final class NoCoder extends CombineFn<Long, Iterator<Long>, Long> {
    @Override
    public Iterator<Long> createAccumulator() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterator<Long> addInput(Iterator<Long> accumulator, Long input) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterator<Long> mergeAccumulators(Iterable<Iterator<Long>> accumulators) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Long extractOutput(Iterator<Long> accumulator) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class WithContext extends CombineFnWithContext<Long, Long, Long> {
    @Override
    public Long createAccumulator(Context context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Long addInput(Long accumulator, Long input, Context context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> accumulators, Context context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Long extractOutput(Long accumulator, Context context) {
      throw new UnsupportedOperationException();
    }
  }
}
