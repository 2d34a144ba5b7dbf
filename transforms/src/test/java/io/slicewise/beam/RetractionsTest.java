package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.Change.Kind;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy.AccumulationMode;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** {@link SlicedWindowAggregate#retractingFiredPanes} and the transforms of {@link Change}. */
class RetractionsTest {
  private static final String SCRIPT = "1@1 2@2 3@12 W10 4@3 W14 5@4";

  /** Without an accumulation mode, which is not needed. */
  private static final Window<KV<String, Long>> EARLY_AND_LATE =
      Window.<KV<String, Long>>into(SlidingWindows.of(millis(20)).every(millis(10)))
          .triggering(
              AfterWatermark.pastEndOfWindow()
                  .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                  .withLateFirings(AfterPane.elementCountAtLeast(1)))
          .withAllowedLateness(millis(3));

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static SlicedWindowAggregateRetracting<String, Long, Long> sums() {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
        .windowedBy(EARLY_AND_LATE)
        .retractingFiredPanes();
  }

  @Test
  void laterPanes_retractTheOneBefore() {
    Panes<KV<String, Change<Long>>> panes = new Panes<>();
    pipeline.apply(Scripts.stream(SCRIPT)).apply(sums()).apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[-10, 10) KV{k, Change[value=3, kind=PANE]} @9 EARLY 0/-1 first",
            "[-10, 10) KV{k, Change[value=3, kind=PANE]} @9 ON_TIME 1/0",
            "[-10, 10) KV{k, Change[value=3, kind=RETRACTION]} @9 ON_TIME 1/0",
            "[-10, 10) KV{k, Change[value=3, kind=RETRACTION]} @9 LATE 2/1",
            "[-10, 10) KV{k, Change[value=7, kind=PANE]} @9 LATE 2/1",
            "[0, 20) KV{k, Change[value=3, kind=PANE]} @19 EARLY 0/-1 first",
            "[0, 20) KV{k, Change[value=10, kind=PANE]} @19 EARLY 1/-1",
            "[0, 20) KV{k, Change[value=3, kind=RETRACTION]} @19 EARLY 1/-1",
            "[0, 20) KV{k, Change[value=10, kind=RETRACTION]} @19 ON_TIME 2/0",
            "[0, 20) KV{k, Change[value=15, kind=PANE]} @19 ON_TIME 2/0 last",
            "[10, 30) KV{k, Change[value=3, kind=PANE]} @29 ON_TIME 0/0 first last");
  }

  @Test
  void signed_addsUpToTheLastPane_andUpserts_areThePanes() {
    PCollection<KV<String, Change<Long>>> changes =
        pipeline.apply(Scripts.stream(SCRIPT)).apply(sums());
    Panes<KV<String, Long>> signed = new Panes<>();
    Panes<KV<String, Long>> upserts = new Panes<>();
    PCollection<KV<String, Long>> signedLongs = changes.apply(Change.signedLongs());
    PCollection<KV<String, Long>> panesOnly = changes.apply(Change.upserts());
    signedLongs.apply("Signed", ParDo.of(signed));
    panesOnly.apply("Upserts", ParDo.of(upserts));
    pipeline.run().waitUntilFinish();
    assertThat(signed.lines())
        .containsExactly(
            "[-10, 10) KV{k, 3} @9 EARLY 0/-1 first",
            "[-10, 10) KV{k, -3} @9 ON_TIME 1/0",
            "[-10, 10) KV{k, 3} @9 ON_TIME 1/0",
            "[-10, 10) KV{k, -3} @9 LATE 2/1",
            "[-10, 10) KV{k, 7} @9 LATE 2/1",
            "[0, 20) KV{k, 3} @19 EARLY 0/-1 first",
            "[0, 20) KV{k, -3} @19 EARLY 1/-1",
            "[0, 20) KV{k, 10} @19 EARLY 1/-1",
            "[0, 20) KV{k, -10} @19 ON_TIME 2/0",
            "[0, 20) KV{k, 15} @19 ON_TIME 2/0 last",
            "[10, 30) KV{k, 3} @29 ON_TIME 0/0 first last");
    assertThat(upserts.lines())
        .containsExactly(
            "[-10, 10) KV{k, 3} @9 EARLY 0/-1 first",
            "[-10, 10) KV{k, 3} @9 ON_TIME 1/0",
            "[-10, 10) KV{k, 7} @9 LATE 2/1",
            "[0, 20) KV{k, 3} @19 EARLY 0/-1 first",
            "[0, 20) KV{k, 10} @19 EARLY 1/-1",
            "[0, 20) KV{k, 15} @19 ON_TIME 2/0 last",
            "[10, 30) KV{k, 3} @29 ON_TIME 0/0 first last");
    KvCoder<String, Long> coder = KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of());
    assertThat(List.of(signedLongs.getCoder(), panesOnly.getCoder())).containsExactly(coder, coder);
  }

  @Test
  void rows_tellWindowAndPane() {
    PCollection<KV<String, Change<Long>>> fixed =
        pipeline
            .apply(Scripts.stream("1@1 W10 2@2"))
            .apply(
                SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .retractingFiredPanes()
                    .windowedBy(
                        Window.<KV<String, Long>>into(FixedWindows.of(millis(10)))
                            .withAllowedLateness(millis(5))));
    PCollection<Row> rows = fixed.apply(Change.rows(FieldType.STRING, FieldType.INT64));
    PCollection<Row> global =
        fixed
            .apply("Global", Window.into(new GlobalWindows()))
            .apply("Global rows", Change.rows(FieldType.STRING, FieldType.INT64));
    Schema schema = rows.getSchema();
    assertThat(schema.getFieldNames())
        .containsExactly("key", "value", "kind", "windowStart", "windowEnd", "timing", "paneIndex");
    Instant start = Instant.ofEpochMilli(0);
    Instant end = Instant.ofEpochMilli(10);
    PAssert.that(rows)
        .containsInAnyOrder(
            row(schema, "k", 1L, "PANE", start, end, "ON_TIME", 0L),
            row(schema, "k", 1L, "RETRACTION", start, end, "LATE", 1L),
            row(schema, "k", 3L, "PANE", start, end, "LATE", 1L));
    PAssert.that(global)
        .containsInAnyOrder(
            row(schema, "k", 1L, "PANE", null, null, "ON_TIME", 0L),
            row(schema, "k", 1L, "RETRACTION", null, null, "LATE", 1L),
            row(schema, "k", 3L, "PANE", null, null, "LATE", 1L));
    pipeline.run().waitUntilFinish();
  }

  private static Row row(Schema schema, Object... values) {
    return Row.withSchema(schema).addValues(Arrays.asList(values)).build();
  }

  @Test
  void signedDoubles() {
    Panes<KV<String, Double>> signed = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@1 W10 2@2"))
        .apply(
            SlicedWindowAggregate.<String, Long, Double>perKey(Mean.of())
                .retractingFiredPanes()
                .windowedBy(
                    Window.<KV<String, Long>>into(FixedWindows.of(millis(10)))
                        .withAllowedLateness(millis(5))))
        .apply(Change.signedDoubles())
        .apply(ParDo.of(signed));
    pipeline.run().waitUntilFinish();
    assertThat(signed.lines())
        .containsExactly(
            "[0, 10) KV{k, 1.0} @9 ON_TIME 0/0 first",
            "[0, 10) KV{k, -1.0} @9 LATE 1/1",
            "[0, 10) KV{k, 1.5} @9 LATE 1/1");
  }

  /** The withdrawal comes with the pane of the longer session, when its own window is long over. */
  @Test
  void sessionsThatBecomeOne_areRetractedBeforeTheirWindowExpiresDownstream() {
    Panes<KV<String, Long>> again = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@3 W14 2@12 W20 W30"))
        .apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(Sessions.withGapDuration(millis(10)))
                        .withAllowedLateness(millis(5)))
                .retractingFiredPanes())
        .apply(Change.signedLongs())
        .apply("Group again", Combine.perKey(Sum.ofLongs()))
        .apply(ParDo.of(again));
    pipeline.run().waitUntilFinish();
    assertThat(again.lines())
        .contains("[3, 13) KV{k, 1} @12 ON_TIME 0/0 first")
        .anyMatch(line -> line.startsWith("[3, 13) KV{k, 0} @12 LATE 1/1"))
        .anyMatch(line -> line.startsWith("[3, 22) KV{k, 3} @21 ON_TIME 0/0 first"));
  }

  @Test
  void sessionsThatBecomeOne_areRetractedInTheirOwnWindows() {
    Panes<KV<String, Change<Long>>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@0 2@8 W14 3@4 W30"))
        .apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(Sessions.withGapDuration(millis(5)))
                        .withAllowedLateness(millis(10)))
                .retractingFiredPanes())
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 5) KV{k, Change[value=1, kind=PANE]} @4 ON_TIME 0/0 first",
            "[0, 5) KV{k, Change[value=1, kind=RETRACTION]} @4 LATE 0/0 first",
            "[8, 13) KV{k, Change[value=2, kind=PANE]} @12 ON_TIME 0/0 first",
            "[8, 13) KV{k, Change[value=2, kind=RETRACTION]} @12 LATE 0/0 first",
            "[0, 13) KV{k, Change[value=6, kind=PANE]} @12 LATE 0/0 first");
  }

  @Test
  void lateOutput() {
    TupleTag<KV<String, Change<Long>>> changesTag = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> lateTag = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 W20 2@2"))
            .apply(
                SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .retractingFiredPanes()
                    .withLateOutput(changesTag, lateTag)
                    .windowedBy(Window.into(FixedWindows.of(millis(10)))));
    Panes<KV<String, Change<Long>>> changes = new Panes<>();
    Panes<KV<String, LateElement<Long>>> late = new Panes<>();
    outputs.get(changesTag).apply("Changes", ParDo.of(changes));
    outputs.get(lateTag).apply("Late", ParDo.of(late));
    pipeline.run().waitUntilFinish();
    assertThat(changes.lines())
        .containsExactly("[0, 10) KV{k, Change[value=1, kind=PANE]} @9 ON_TIME 0/0 first last");
    assertThat(late.collected())
        .extracting(Panes.Pane::window)
        .containsExactly(GlobalWindow.INSTANCE);
  }

  /** It tells what comes after how to group. */
  @Test
  void accumulationMode_isForWhatComesAfter() {
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream(SCRIPT));
    assertThat(input.apply("Open", sums()).getWindowingStrategy().getMode())
        .isEqualTo(AccumulationMode.ACCUMULATING_FIRED_PANES);
    assertThat(
            input
                .apply("Set", sums().windowedBy(EARLY_AND_LATE.discardingFiredPanes()))
                .getWindowingStrategy()
                .getMode())
        .isEqualTo(AccumulationMode.DISCARDING_FIRED_PANES);
  }

  /** Of two levels, the second is right only because the first takes back what it said. */
  @Test
  void secondAggregation_ofSignedNumbers() {
    Panes<KV<String, Long>> totals = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@1 2@2 W10 4@3"))
        .apply(
            sums()
                .windowedBy(
                    Window.<KV<String, Long>>into(FixedWindows.of(millis(10)))
                        .triggering(
                            AfterWatermark.pastEndOfWindow()
                                .withEarlyFirings(AfterPane.elementCountAtLeast(1))
                                .withLateFirings(AfterPane.elementCountAtLeast(1)))
                        .withAllowedLateness(millis(50))))
        .apply(Change.signedLongs())
        .apply(Combine.perKey(Sum.ofLongs()))
        .apply(ParDo.of(totals));
    pipeline.run().waitUntilFinish();
    List<Panes.Pane> collected = totals.collected();
    assertThat(collected.get(collected.size() - 1).value()).isEqualTo("KV{k, 7}");
  }

  @Test
  void displayData_showsIt() {
    assertThat(DisplayData.from(sums()).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .contains(tuple("retractingFiredPanes", true));
  }

  @Test
  void coder() throws Exception {
    Coder<Change<Long>> coder = Change.coder(NullableCoder.of(VarLongCoder.of()));
    CoderProperties.coderSerializable(coder);
    Change<Long> pane = new Change<>(7L, Kind.PANE);
    for (Change<Long> change : List.of(pane, new Change<Long>(null, Kind.RETRACTION))) {
      CoderProperties.coderDecodeEncodeEqual(coder, change);
      CoderProperties.structuralValueDecodeEncodeEqual(coder, change);
      CoderProperties.coderConsistentWithEquals(coder, change, pane);
      CoderProperties.coderDeterministic(coder, change, change);
    }
    assertThatThrownBy(() -> Change.coder(DoubleCoder.of()).verifyDeterministic())
        .isInstanceOf(NonDeterministicException.class);
    assertThatThrownBy(() -> new Change<>(7L, null)).hasMessage("kind");
  }
}
