package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.ResultRows;
import java.util.Locale;
import org.apache.beam.sdk.io.gcp.bigquery.RowMutationInformation;
import org.apache.beam.sdk.io.gcp.bigquery.RowMutationInformation.MutationType;
import org.apache.beam.sdk.options.ValueProvider;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.Row;

/**
 * Makes a later pane of a window replace an earlier one in whichever order they arrive: the number
 * by which BigQuery orders changes has the generation of the job in its upper half and the index of
 * the pane in its lower.
 */
final class PaneSequence implements SerializableFunction<Row, RowMutationInformation> {
  private static final long serialVersionUID = 1L;
  private static final long MOST_PANES = (1L << Integer.SIZE) - 1;

  private final ValueProvider<Integer> generation;

  PaneSequence(ValueProvider<Integer> generation) {
    this.generation = generation;
  }

  @Override
  public RowMutationInformation apply(Row row) {
    return RowMutationInformation.of(
        MutationType.UPSERT, sequence(generation.get(), row.getInt64(ResultRows.PANE)));
  }

  /** 16 hexadecimal digits, in the order of generations and then of panes. */
  static String sequence(int generation, long pane) {
    long number = ((long) generation << Integer.SIZE) | Math.min(pane, MOST_PANES);
    return String.format(Locale.ROOT, "%016x", number);
  }
}
