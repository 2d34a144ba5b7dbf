package io.slicewise.bench.engine;

import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.ExpandChunksOperator.EventForm;
import java.nio.file.Path;
import java.time.ZoneOffset;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The job of {@link Engine#FLINK_SQL}, with Flink's own settings: it aggregates twice, before the
 * shuffle and after it. Rows are in Flink's internal form, which needs no conversion.
 */
final class SqlJob implements Job {
  private static final LogicalType BIGINT = new BigIntType(false);

  private final RunSettings settings;
  private final Measurement measurement;

  SqlJob(RunSettings settings, Measurement measurement) {
    this.settings = settings;
    this.measurement = measurement;
  }

  @Override
  public void run(Path folder) throws Exception {
    StreamExecutionEnvironment environment =
        FlinkStreams.environment(new FlinkConfig(settings, measurement, folder));
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    tables.createTemporaryView(
        "events",
        FlinkStreams.events(
            environment,
            settings.stream(),
            measurement,
            new RowForm(),
            InternalTypeInfo.of(
                RowType.of(new LogicalType[] {BIGINT, BIGINT}, new String[] {"k", "v"}))),
        Schema.newBuilder()
            .column("k", DataTypes.BIGINT().notNull())
            .column("v", DataTypes.BIGINT().notNull())
            .columnByMetadata("at", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
            .watermark("at", "SOURCE_WATERMARK()")
            .build());
    Table panes = tables.sqlQuery(sql());
    boolean mean = settings.accumulator() == Accumulator.MEAN;
    tables
        .<RowData>toDataStream(panes, rows(mean ? DataTypes.DOUBLE() : DataTypes.BIGINT()))
        .addSink(
            new PaneSink<>(
                measurement.id(),
                (row, measured) ->
                    measured.pane(
                        row.getLong(0),
                        row.getTimestamp(1, 3).getMillisecond(),
                        mean ? Double.doubleToLongBits(row.getDouble(2)) : row.getLong(2))));
    environment.execute();
  }

  private static DataType rows(DataType value) {
    return DataTypes.ROW(
            DataTypes.FIELD("k", DataTypes.BIGINT().notNull()),
            DataTypes.FIELD("window_end", DataTypes.TIMESTAMP(3).notNull()),
            DataTypes.FIELD("outcome", value.notNull()))
        .notNull()
        .bridgedTo(RowData.class);
  }

  private String sql() {
    if (settings.query() == Query.HOT_ITEMS) {
      return "SELECT k, window_end, num AS outcome FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
          + " window_start, window_end ORDER BY num DESC, k ASC) AS place FROM ("
          + windows("k, window_start, window_end, COUNT(*) AS num")
          + ")) WHERE place <= 1";
    }
    return windows(
        settings.accumulator() == Accumulator.MEAN
            ? "k, window_end, AVG(CAST(v AS DOUBLE)) AS outcome"
            : "k, window_end, SUM(v) AS outcome");
  }

  private String windows(String columns) {
    return "SELECT "
        + columns
        + " FROM TABLE(HOP(TABLE events, DESCRIPTOR(`at`), "
        + interval(settings.periodMillis())
        + ", "
        + interval(settings.sizeMillis())
        + ")) GROUP BY k, window_start, window_end";
  }

  private static String interval(long millis) {
    return String.format("INTERVAL '%d.%03d' SECOND(9, 3)", millis / 1000, millis % 1000);
  }

  /** Key and value. */
  private static final class RowForm implements EventForm<RowData> {
    private static final long serialVersionUID = 1L;

    @Override
    public RowData create() {
      return new GenericRowData(2);
    }

    @Override
    public void fill(RowData event, long key, long value) {
      GenericRowData row = (GenericRowData) event;
      row.setField(0, key);
      row.setField(1, value);
    }
  }
}
