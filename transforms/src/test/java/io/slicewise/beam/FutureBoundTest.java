package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** {@link SlicedWindowAggregate#clampingFuture} and its output of elements too far ahead. */
class FutureBoundTest {
  /**
   * With a bound of 15, the element 4 is too far ahead, and 2 is not: there is no watermark yet.
   */
  private static final String SCRIPT = "1@3 2@93 W20 3@35 4@36 5@12";

  private static final TupleTag<KV<String, Long>> PANES = new TupleTag<>() {};
  private static final TupleTag<KV<String, Long>> FUTURE = new TupleTag<>() {};
  private static final TupleTag<KV<String, LateElement<Long>>> LATE = new TupleTag<>() {};

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  private static <T> Window<T> tens() {
    return Window.into(FixedWindows.of(millis(10)));
  }

  @Test
  void clampingFuture_takesElementsAtTheBound() {
    Panes<KV<String, Long>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@3 2@93 W20 3@25 4@1000"))
        .apply(sums().windowedBy(tens()).clampingFuture(millis(15)))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[20, 30) KV{k, 3} @29 ON_TIME 0/0 first last",
            "[30, 40) KV{k, 4} @39 ON_TIME 0/0 first last",
            "[90, 100) KV{k, 2} @99 ON_TIME 0/0 first last");
  }

  /** Elements of a bounded input come in any order, and a watermark that tells nothing. */
  @Test
  void boundedInput_isTakenAsItIs() {
    PCollection<KV<String, Long>> bounded =
        pipeline.apply(
            Create.timestamped(
                    TimestampedValue.of(KV.of("k", 1L), Instant.ofEpochMilli(3)),
                    TimestampedValue.of(KV.of("k", 2L), Instant.ofEpochMilli(47)),
                    TimestampedValue.of(KV.of("k", 4L), Instant.ofEpochMilli(1003)))
                .withCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of())));
    Panes<KV<String, Long>> clamped = new Panes<>();
    Panes<KV<String, Long>> bound = new Panes<>();
    Panes<KV<String, Long>> future = new Panes<>();
    bounded
        .apply("Clamp", sums().windowedBy(tens()).clampingFuture(millis(20)))
        .apply("Clamped panes", ParDo.of(clamped));
    PCollectionTuple outputs =
        bounded.apply(
            "Divert", sums().windowedBy(PANES, tens()).withFutureOutput(millis(20), FUTURE));
    outputs.get(PANES).apply("Panes", ParDo.of(bound));
    outputs.get(FUTURE).apply("Future", ParDo.of(future));
    pipeline.run().waitUntilFinish();
    assertThat(clamped.lines())
        .isEqualTo(bound.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[40, 50) KV{k, 2} @49 ON_TIME 0/0 first last",
            "[1000, 1010) KV{k, 4} @1009 ON_TIME 0/0 first last");
    assertThat(future.lines()).isEmpty();
  }

  @Test
  void clampingFuture_forSessionsGloballyAndWithRetractions() {
    Panes<Long> global = new Panes<>();
    Panes<KV<String, Change<Long>>> changes = new Panes<>();
    var input = pipeline.apply(Scripts.stream("1@3 W20 2@30 4@1000"));
    input
        .apply(Values.create())
        .apply(
            SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                .clampingFuture(millis(15))
                .windowedBy(Window.into(Sessions.withGapDuration(millis(6)))))
        .apply("Global", ParDo.of(global));
    input
        .apply(sums().retractingFiredPanes().windowedBy(tens()).clampingFuture(millis(15)))
        .apply("Changes", ParDo.of(changes));
    pipeline.run().waitUntilFinish();
    assertThat(global.lines())
        .containsExactly(
            "[3, 9) 1 @8 ON_TIME 0/0 first last", "[30, 41) 6 @40 ON_TIME 0/0 first last");
    assertThat(changes.lines())
        .containsExactly(
            "[0, 10) KV{k, Change[value=1, kind=PANE]} @9 ON_TIME 0/0 first last",
            "[30, 40) KV{k, Change[value=6, kind=PANE]} @39 ON_TIME 0/0 first last");
  }

  @Test
  void futureOutput_andLateOutput() {
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream(SCRIPT))
            .apply(
                sums()
                    .windowedBy(PANES, tens())
                    .withLateOutput(LATE)
                    .withFutureOutput(millis(15), FUTURE));
    Panes<KV<String, Long>> panes = new Panes<>();
    Panes<KV<String, Long>> future = new Panes<>();
    Panes<KV<String, LateElement<Long>>> late = new Panes<>();
    outputs.get(PANES).apply("Panes", ParDo.of(panes));
    outputs.get(FUTURE).apply("Future", ParDo.of(future));
    outputs.get(LATE).apply("Late", ParDo.of(late));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[30, 40) KV{k, 3} @39 ON_TIME 0/0 first last",
            "[90, 100) KV{k, 2} @99 ON_TIME 0/0 first last");
    assertThat(future.lines()).containsExactly("global KV{k, 4} @36 UNKNOWN 0/0 first last");
    assertThat(late.lines())
        .containsExactly(
            "global KV{k, LateElement[value=5, timestamp=1970-01-01T00:00:00.012Z,"
                + " watermark=1970-01-01T00:00:00.020Z, expiry=1970-01-01T00:00:00.019Z]} @12"
                + " UNKNOWN 0/0 first last");
    assertThat(outputs.get(FUTURE).getCoder())
        .isEqualTo(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()));
  }

  @Test
  void futureOutput_takesThePlaceOfClamping() {
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream(SCRIPT))
            .apply(
                sums()
                    .clampingFuture(millis(1))
                    .windowedBy(PANES, tens())
                    .withFutureOutput(millis(15), FUTURE));
    Panes<KV<String, Long>> future = new Panes<>();
    outputs.get(FUTURE).apply(ParDo.of(future));
    pipeline.run().waitUntilFinish();
    assertThat(future.lines()).containsExactly("global KV{k, 4} @36 UNKNOWN 0/0 first last");
  }

  @Test
  void metrics_countWhatIsDiverted() {
    pipeline
        .apply(Scripts.stream(SCRIPT))
        .apply(sums().windowedBy(PANES, tens()).withFutureOutput(millis(15), FUTURE));
    assertThat(countersOf(pipeline))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "elements", 5L,
                "futureElements", 1L,
                "lateElements", 1L,
                "droppedDueToLateness", 1L,
                "panesOnTime", 3L));
    Pipeline clamping = Pipeline.create(BothWays.options());
    clamping
        .apply(Scripts.stream(SCRIPT))
        .apply(sums().windowedBy(tens()).clampingFuture(millis(15)));
    assertThat(countersOf(clamping))
        .containsEntry("elements", 5L)
        .doesNotContainKey("futureElements");
  }

  private static Map<String, Long> countersOf(Pipeline pipeline) {
    PipelineResult result = pipeline.run();
    result.waitUntilFinish();
    Map<String, Long> counters = new TreeMap<>();
    result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace(SlicedWindowMetrics.NAMESPACE))
                .build())
        .getCounters()
        .forEach(counter -> counters.put(counter.getName().getName(), counter.getAttempted()));
    return counters;
  }

  @Test
  void negativeBounds_areRefused() {
    assertThatThrownBy(() -> sums().clampingFuture(millis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("clampingFuture: the bound must be zero or more but was -1 ms.");
    var several = sums().windowedBy(PANES, tens());
    assertThatThrownBy(() -> several.withFutureOutput(millis(-1), FUTURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("withFutureOutput: the bound must be zero or more but was -1 ms.");
    assertThatThrownBy(() -> several.withFutureOutput(null, FUTURE)).hasMessage("bound");
    assertThatThrownBy(() -> sums().clampingFuture(null)).hasMessage("bound");
  }

  @Test
  void tagOfTheFuture_isOneOfItsOwn() {
    var several = sums().windowedBy(PANES, tens()).withLateOutput(LATE);
    assertThatThrownBy(() -> several.withFutureOutput(millis(1), PANES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tag: each output must have a tag of its own but " + PANES + " was given twice.");
    assertThatThrownBy(() -> several.withFutureOutput(millis(1), null)).hasMessage("tag");
  }

  @Test
  void displayData_showsTheBound() {
    assertThat(DisplayData.from(sums().clampingFuture(millis(15))).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .contains(tuple("futureBoundMillis", 15L));
    assertThat(DisplayData.from(sums()).items())
        .extracting(DisplayData.Item::getKey)
        .doesNotContain("futureBoundMillis");
    assertThat(
            DisplayData.from(sums().windowedBy(PANES, tens()).withFutureOutput(millis(15), FUTURE))
                .items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .contains(tuple("futureBound", 15L));
  }
}
