package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.ExpandChunksOperator.EventForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.beam.runners.flink.translation.types.CoderTypeInformation;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** The job of {@link Engine#FLINK_DATASTREAM}. */
final class DataStreamJob implements Job {
  private final RunSettings settings;
  private final Measurement measurement;

  DataStreamJob(RunSettings settings, Measurement measurement) {
    this.settings = settings;
    this.measurement = measurement;
  }

  @Override
  public void run(Path folder) throws Exception {
    StreamExecutionEnvironment environment =
        FlinkStreams.environment(new FlinkConfig(settings, measurement, folder));
    WindowedStream<Tuple2<Long, Long>, Long, TimeWindow> windowed =
        FlinkStreams.events(
                environment,
                settings.stream(),
                measurement,
                new TupleForm(),
                Types.TUPLE(Types.LONG, Types.LONG))
            .keyBy(event -> event.f0, Types.LONG)
            .window(windows())
            .allowedLateness(Duration.ofMillis(settings.stream().latenessMillis()));
    aggregate(windowed, ResultForm.of(settings.accumulator()));
    environment.execute();
  }

  private WindowAssigner<Object, TimeWindow> windows() {
    Duration size = Duration.ofMillis(settings.sizeMillis());
    return settings.isFixed()
        ? TumblingEventTimeWindows.of(size)
        : SlidingEventTimeWindows.of(size, Duration.ofMillis(settings.periodMillis()));
  }

  private <O> void aggregate(
      WindowedStream<Tuple2<Long, Long>, Long, TimeWindow> windowed, ResultForm<O> form)
      throws CannotProvideCoderException {
    if (settings.accumulator() == Accumulator.SUM) {
      aggregate(windowed, new SumFunction(), Types.LONG);
    } else {
      aggregate(windowed, form.combineFn(), form.number());
    }
  }

  private <A, O> void aggregate(
      WindowedStream<Tuple2<Long, Long>, Long, TimeWindow> windowed,
      CombineFn<Long, A, O> combineFn,
      ResultForm.Number64<O> number)
      throws CannotProvideCoderException {
    aggregate(
        windowed,
        new CombineFunction<>(combineFn, number),
        new CoderTypeInformation<>(
            combineFn.getAccumulatorCoder(CoderRegistry.createDefault(), VarLongCoder.of()),
            PipelineOptionsFactory.create()));
  }

  private <A> void aggregate(
      WindowedStream<Tuple2<Long, Long>, Long, TimeWindow> windowed,
      AggregateFunction<Tuple2<Long, Long>, A, Long> function,
      TypeInformation<A> accumulators) {
    windowed
        .aggregate(
            function,
            new WithWindow(),
            accumulators,
            Types.LONG,
            Types.TUPLE(Types.LONG, Types.LONG, Types.LONG))
        .addSink(
            new PaneSink<>(
                measurement.id(), (pane, measured) -> measured.pane(pane.f0, pane.f1, pane.f2)));
  }

  /** Key and value. */
  private static final class TupleForm implements EventForm<Tuple2<Long, Long>> {
    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<Long, Long> create() {
      return new Tuple2<>();
    }

    @Override
    public void fill(Tuple2<Long, Long> event, long key, long value) {
      event.f0 = key;
      event.f1 = value;
    }
  }

  private static final class SumFunction
      implements AggregateFunction<Tuple2<Long, Long>, Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long add(Tuple2<Long, Long> event, Long sum) {
      return sum + event.f1;
    }

    @Override
    public Long getResult(Long sum) {
      return sum;
    }

    @Override
    public Long merge(Long left, Long right) {
      return left + right;
    }
  }

  /** A function of Beam. */
  private static final class CombineFunction<A, O>
      implements AggregateFunction<Tuple2<Long, Long>, A, Long> {
    private static final long serialVersionUID = 1L;

    private final CombineFn<Long, A, O> combineFn;
    private final ResultForm.Number64<O> number;

    CombineFunction(CombineFn<Long, A, O> combineFn, ResultForm.Number64<O> number) {
      this.combineFn = combineFn;
      this.number = number;
    }

    @Override
    public A createAccumulator() {
      return combineFn.createAccumulator();
    }

    @Override
    public A add(Tuple2<Long, Long> event, A accumulator) {
      return combineFn.addInput(accumulator, event.f1);
    }

    @Override
    public Long getResult(A accumulator) {
      return number.of(combineFn.extractOutput(accumulator));
    }

    @Override
    public A merge(A left, A right) {
      return combineFn.mergeAccumulators(List.of(left, right));
    }
  }

  /** Key, end of the window, and result. */
  private static final class WithWindow
      extends ProcessWindowFunction<Long, Tuple3<Long, Long, Long>, Long, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        Long key,
        Context context,
        Iterable<Long> results,
        Collector<Tuple3<Long, Long, Long>> output) {
      output.collect(Tuple3.of(key, context.window().getEnd(), results.iterator().next()));
    }
  }
}
