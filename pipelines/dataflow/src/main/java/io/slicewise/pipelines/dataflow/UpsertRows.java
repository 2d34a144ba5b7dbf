package io.slicewise.pipelines.dataflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.api.services.bigquery.model.Clustering;
import io.slicewise.pipelines.aggregates.ResultRows;
import java.util.List;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryIO;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryIO.Write.CreateDisposition;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryIO.Write.Method;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryIO.Write.WriteDisposition;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryStorageApiInsertError;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessageWithAttributesCoder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.options.ValueProvider;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Keeps a table with a row for each key and window, of its latest pane. Rows that the table does
 * not take are the output.
 *
 * <p>Rows are written at least once, and a row that comes again changes nothing.
 */
final class UpsertRows extends PTransform<PCollection<Row>, PCollection<PubsubMessage>> {
  private static final long serialVersionUID = 1L;
  private static final List<String> PRIMARY_KEY =
      List.of(ResultRows.KEY, ResultRows.WINDOW_START, ResultRows.WINDOW_END);

  private final ValueProvider<String> table;
  private final ValueProvider<Integer> generation;
  private final transient Clients clients;

  UpsertRows(BigQuerySinkOptions options, Clients clients) {
    this.table = options.getTable();
    this.generation = options.getGeneration();
    this.clients = clients;
  }

  @Override
  public PCollection<PubsubMessage> expand(PCollection<Row> rows) {
    BigQueryIO.Write<Row> write =
        BigQueryIO.<Row>write()
            .to(table)
            .withSchema(TableRows.schemaOf(rows.getSchema()))
            .withFormatFunction(new TableRows())
            // Without it Beam 2.70 drops an upsert that fails, as it cannot read back its columns.
            .withFormatRecordOnFailureFunction(new TableRows())
            .withMethod(Method.STORAGE_API_AT_LEAST_ONCE)
            .withPrimaryKey(PRIMARY_KEY)
            .withClustering(new Clustering().setFields(PRIMARY_KEY))
            .withRowMutationInformationFn(new PaneSequence(generation))
            .withCreateDisposition(CreateDisposition.CREATE_IF_NEEDED)
            .withWriteDisposition(WriteDisposition.WRITE_APPEND)
            // It would look for the data set before the job has its credentials.
            .withoutValidation();
    return rows.apply("Write", clients.writing(write))
        .getFailedStorageApiInserts()
        .apply("Failed rows", ParDo.of(new FailedRowFn()))
        .setCoder(PubsubMessageWithAttributesCoder.of());
  }

  private static final class FailedRowFn
      extends DoFn<BigQueryStorageApiInsertError, PubsubMessage> {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Counter rowsFailed =
        Metrics.counter(PubsubToBigQuery.METRICS_NAMESPACE, PubsubToBigQuery.ROWS_FAILED);

    @ProcessElement
    public void process(
        @Element BigQueryStorageApiInsertError failure, OutputReceiver<PubsubMessage> messages)
        throws JsonProcessingException {
      rowsFailed.inc();
      messages.output(
          DeadLetter.of(
              DeadLetter.Kind.FAILED_ROW,
              JSON.writeValueAsBytes(failure.getRow()),
              String.valueOf(failure.getErrorMessage())));
    }
  }
}
