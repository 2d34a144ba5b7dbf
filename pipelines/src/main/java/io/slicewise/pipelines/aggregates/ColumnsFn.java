package io.slicewise.pipelines.aggregates;

import io.slicewise.aggregate.Aggregations;
import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.aggregate.sketch.DistinctEstimate;
import io.slicewise.aggregate.sketch.QuantileEstimate;
import io.slicewise.aggregate.sketch.Quantiles;
import io.slicewise.pipelines.tally.NumberTally;
import io.slicewise.pipelines.tally.Tally;
import io.slicewise.pipelines.tally.TallyFn;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFns;
import org.apache.beam.sdk.transforms.CombineFns.CoCombineResult;
import org.apache.beam.sdk.transforms.CombineFns.ComposedCombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/** All columns in one pass: one tally for what is exact, a sketch for each column that is not. */
final class ColumnsFn {
  private static final TupleTag<Tally> TALLY = new TupleTag<>("tally");

  private ColumnsFn() {}

  /** The schema of the results: the columns, in their order. */
  static Schema schema(List<Column> columns) {
    Schema.Builder schema = Schema.builder();
    columns.forEach(column -> schema.addField(column.schemaField()));
    return schema.build();
  }

  /** A function whose results are rows of {@link #schema}. */
  static CombineFn<MeasuredRecord, ?, Row> of(List<Column> columns) {
    SimpleFunction<MeasuredRecord, MeasuredRecord> whole = Aggregations.identity();
    ComposedCombineFn<MeasuredRecord> composed =
        CombineFns.compose().with(whole, MeasuredRecordCoder.of(), new TallyFn<>(), TALLY);
    for (Column column : columns) {
      if (column.kind() == Column.Kind.PERCENTILE) {
        composed =
            composed.with(whole, MeasuredRecordCoder.of(), quantile(column), quantileTag(column));
      } else if (column.kind() == Column.Kind.DISTINCT) {
        composed =
            composed.with(whole, MeasuredRecordCoder.of(), distinct(column), distinctTag(column));
      }
    }
    return Aggregations.mappedResult(new AsRow(columns), RowCoder.of(schema(columns)), composed);
  }

  private static CombineFn<MeasuredRecord, ?, List<QuantileEstimate>> quantile(Column column) {
    String field = column.field();
    return Aggregations.filtered(
        record -> record.numbers().containsKey(field),
        Aggregations.mapped(
            record -> record.numbers().get(field).doubleValue(),
            DoubleCoder.of(),
            Quantiles.of(column.rank())));
  }

  private static CombineFn<MeasuredRecord, ?, DistinctEstimate> distinct(Column column) {
    String field = column.field();
    return Aggregations.filtered(
        record -> record.texts().containsKey(field),
        Aggregations.mapped(
            record -> record.texts().get(field),
            StringUtf8Coder.of(),
            ApproximateDistinct.of(StringUtf8Coder.of())));
  }

  private static TupleTag<List<QuantileEstimate>> quantileTag(Column column) {
    return new TupleTag<>(column.name());
  }

  private static TupleTag<DistinctEstimate> distinctTag(Column column) {
    return new TupleTag<>(column.name());
  }

  /** Takes the columns out of what was computed. */
  private record AsRow(List<Column> columns)
      implements SerializableFunction<CoCombineResult, Row>, Serializable {
    @Override
    public Row apply(CoCombineResult result) {
      Row.Builder row = Row.withSchema(schema(columns));
      columns.forEach(column -> row.addValue(value(column, result)));
      return row.build();
    }

    private static Object value(Column column, CoCombineResult result) {
      Tally tally = result.get(TALLY);
      return switch (column.kind()) {
        case COUNT -> tally.count();
        case SUM, MEAN, MIN, MAX -> number(column, tally.fields().get(column.field()));
        case PERCENTILE ->
            result.get(quantileTag(column)).stream()
                .map(QuantileEstimate::value)
                .findFirst()
                .orElse(null);
        case DISTINCT -> Math.round(result.get(distinctTag(column)).value());
      };
    }

    private static Object number(Column column, NumberTally tallyOrNull) {
      if (tallyOrNull == null) {
        return null;
      }
      return switch (column.kind()) {
        case SUM -> plain(tallyOrNull.sum());
        case MEAN -> tallyOrNull.mean();
        case MIN -> plain(tallyOrNull.min());
        case MAX -> plain(tallyOrNull.max());
        case COUNT, PERCENTILE, DISTINCT -> throw new IllegalArgumentException(column.name());
      };
    }

    /** One form for one value, without an exponent, so that results can be compared. */
    private static BigDecimal plain(BigDecimal number) {
      BigDecimal stripped = number.stripTrailingZeros();
      return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
  }
}
