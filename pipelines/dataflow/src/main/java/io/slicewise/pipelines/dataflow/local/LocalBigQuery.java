package io.slicewise.pipelines.dataflow.local;

import com.google.api.services.bigquery.model.TableReference;
import com.google.api.services.bigquery.model.TableRow;
import java.io.IOException;
import java.util.List;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryHelpers;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryServices;
import org.apache.beam.sdk.io.gcp.testing.FakeBigQueryServices;
import org.apache.beam.sdk.io.gcp.testing.FakeDatasetService;

/** BigQuery in the memory of this process, which has one of it. */
public final class LocalBigQuery {
  private final FakeDatasetService datasets = new FakeDatasetService();

  private LocalBigQuery() {}

  /** With one data set; what was there before is gone. */
  public static LocalBigQuery withDataset(String project, String dataset)
      throws IOException, InterruptedException {
    FakeDatasetService.setUp();
    LocalBigQuery bigQuery = new LocalBigQuery();
    bigQuery.datasets.createDataset(project, dataset, "", "", null);
    return bigQuery;
  }

  /** What pipelines reach it by. */
  public BigQueryServices services() {
    return new FakeBigQueryServices().withDatasetService(datasets);
  }

  /** The data sets. */
  public FakeDatasetService datasets() {
    return datasets;
  }

  /**
   * The rows of a table, in no order.
   *
   * @param table as {@code project:dataset.table}
   */
  public List<TableRow> rows(String table) throws IOException, InterruptedException {
    TableReference reference = BigQueryHelpers.parseTableSpec(table);
    return datasets.getAllRows(
        reference.getProjectId(), reference.getDatasetId(), reference.getTableId());
  }
}
