package io.slicewise.pipelines.dataflow;

import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableRow;
import com.google.api.services.bigquery.model.TableSchema;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;

/**
 * Results as rows of a table. Exact numbers are {@code BIGNUMERIC}: 38 digits before the point and
 * 38 after it.
 */
final class TableRows implements SerializableFunction<Row, TableRow> {
  private static final long serialVersionUID = 1L;

  /** The columns of a table for results. */
  static TableSchema schemaOf(Schema results) {
    List<TableFieldSchema> columns =
        results.getFields().stream()
            .map(
                field ->
                    new TableFieldSchema()
                        .setName(field.getName())
                        .setType(typeOf(field))
                        .setMode(field.getType().getNullable() ? "NULLABLE" : "REQUIRED"))
            .toList();
    return new TableSchema().setFields(columns);
  }

  private static String typeOf(Field field) {
    return switch (field.getType().getTypeName()) {
      case STRING -> "STRING";
      case INT64 -> "INT64";
      case DOUBLE -> "FLOAT64";
      case DECIMAL -> "BIGNUMERIC";
      case BOOLEAN -> "BOOL";
      case DATETIME -> "TIMESTAMP";
      default -> throw new IllegalArgumentException("Results have no " + field.getType());
    };
  }

  @Override
  public TableRow apply(Row row) {
    TableRow tableRow = new TableRow();
    for (Field field : row.getSchema().getFields()) {
      Object value = row.getValue(field.getName());
      if (value != null) {
        tableRow.set(field.getName(), jsonOf(value));
      }
    }
    return tableRow;
  }

  /** Numbers and times as texts, which lose nothing in JSON. */
  private static Object jsonOf(Object value) {
    if (value instanceof ReadableInstant instant) {
      return instant.toInstant().toString();
    }
    return value instanceof java.math.BigDecimal number ? number.toPlainString() : value;
  }
}
