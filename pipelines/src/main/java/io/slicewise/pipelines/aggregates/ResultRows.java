package io.slicewise.pipelines.aggregates;

import io.slicewise.beam.Change;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;

/** The names of the columns that every result has, and results as rows. */
public final class ResultRows {
  /** STRING: what records are grouped by. */
  public static final String KEY = "key";

  /** DATETIME: the start of the window. */
  public static final String WINDOW_START = "window_start";

  /** DATETIME: the first instant after the window. */
  public static final String WINDOW_END = "window_end";

  /** INT64: the length of the window in milliseconds; only if there are several sizes. */
  public static final String WINDOW_SIZE = "window_size";

  /** INT64: the number of the pane in its key and window, from 0. */
  public static final String PANE = "pane";

  /** STRING: EARLY, ON_TIME or LATE. */
  public static final String TIMING = "timing";

  /** BOOLEAN: whether the pane is known to be the last of its key and window. */
  public static final String IS_LAST = "is_last";

  /** STRING: PANE or RETRACTION; only if panes are retracted. */
  public static final String KIND = "kind";

  private ResultRows() {}

  /** The schema of results: what every result has, then a nullable column for each aggregate. */
  static Schema schema(AggregationSettings settings) {
    Schema.Builder schema =
        Schema.builder()
            .addStringField(KEY)
            .addDateTimeField(WINDOW_START)
            .addDateTimeField(WINDOW_END);
    if (settings.windows().several()) {
      schema.addInt64Field(WINDOW_SIZE);
    }
    schema.addInt64Field(PANE).addStringField(TIMING).addBooleanField(IS_LAST);
    if (settings.retracts()) {
      schema.addStringField(KIND);
    }
    return schema.addFields(ColumnsFn.schema(settings.columns()).getFields()).build();
  }

  private static Row row(
      Schema schema, String key, Row values, IntervalWindow window, PaneInfo pane, String kind) {
    Row.FieldValueBuilder row =
        Row.withSchema(schema)
            .withFieldValue(KEY, key)
            .withFieldValue(WINDOW_START, window.start())
            .withFieldValue(WINDOW_END, window.end())
            .withFieldValue(PANE, pane.getIndex())
            .withFieldValue(TIMING, pane.getTiming().name())
            .withFieldValue(IS_LAST, pane.isLast());
    if (schema.hasField(WINDOW_SIZE)) {
      row = row.withFieldValue(WINDOW_SIZE, window.end().getMillis() - window.start().getMillis());
    }
    if (schema.hasField(KIND)) {
      row = row.withFieldValue(KIND, kind);
    }
    List<String> columns = values.getSchema().getFieldNames();
    for (int i = 0; i < columns.size(); i++) {
      row = row.withFieldValue(columns.get(i), values.<Object>getValue(i));
    }
    return row.build();
  }

  /** Panes as rows. */
  static final class OfPanesFn extends DoFn<KV<String, Row>, Row> {
    private static final long serialVersionUID = 1L;
    private final Schema schema;

    OfPanesFn(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void process(
        @Element KV<String, Row> result,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<Row> rows) {
      rows.output(
          row(
              schema,
              result.getKey(),
              result.getValue(),
              (IntervalWindow) window,
              pane,
              Change.Kind.PANE.name()));
    }
  }

  /** Panes and retractions as rows. */
  static final class OfChangesFn extends DoFn<KV<String, Change<Row>>, Row> {
    private static final long serialVersionUID = 1L;
    private final Schema schema;

    OfChangesFn(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void process(
        @Element KV<String, Change<Row>> result,
        BoundedWindow window,
        PaneInfo pane,
        OutputReceiver<Row> rows) {
      Change<Row> change = result.getValue();
      rows.output(
          row(
              schema,
              result.getKey(),
              change.value(),
              (IntervalWindow) window,
              pane,
              change.kind().name()));
    }
  }
}
