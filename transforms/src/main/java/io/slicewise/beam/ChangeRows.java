package io.slicewise.beam;

import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;

/** {@link Change#rows}. */
final class ChangeRows<K, O> extends PTransform<PCollection<KV<K, Change<O>>>, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private final Schema schema;

  ChangeRows(FieldType keyType, FieldType valueType) {
    this.schema =
        Schema.builder()
            .addField("key", keyType)
            .addNullableField("value", valueType)
            .addStringField("kind")
            .addNullableField("windowStart", FieldType.DATETIME)
            .addNullableField("windowEnd", FieldType.DATETIME)
            .addStringField("timing")
            .addInt64Field("paneIndex")
            .build();
  }

  @Override
  public PCollection<Row> expand(PCollection<KV<K, Change<O>>> input) {
    return input.apply("Make rows", ParDo.of(new RowFn<K, O>(schema))).setRowSchema(schema);
  }

  private static final class RowFn<K, O> extends DoFn<KV<K, Change<O>>, Row> {
    private static final long serialVersionUID = 1L;

    private final Schema schema;

    RowFn(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void process(
        @Element KV<K, Change<O>> element,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<Row> out) {
      Instant start = window instanceof IntervalWindow interval ? interval.start() : null;
      Instant end = window instanceof IntervalWindow interval ? interval.end() : null;
      Change<O> change = element.getValue();
      out.output(
          Row.withSchema(schema)
              .addValues(
                  element.getKey(),
                  change.value(),
                  change.kind().name(),
                  start,
                  end,
                  pane.getTiming().name(),
                  pane.getIndex())
              .build());
    }
  }
}
