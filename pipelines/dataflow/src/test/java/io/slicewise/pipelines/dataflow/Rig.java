package io.slicewise.pipelines.dataflow;

import com.google.api.services.bigquery.model.TableRow;
import io.slicewise.pipelines.dataflow.local.EndingPubsub;
import io.slicewise.pipelines.dataflow.local.LocalBigQuery;
import io.slicewise.pipelines.dataflow.local.LocalMessage;
import io.slicewise.pipelines.dataflow.local.LocalPubsub;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/**
 * Pub/Sub and BigQuery on this machine, with a topic, a data set and the options that lead there.
 */
final class Rig implements AutoCloseable {
  static final String ORDERS = "projects/slicewise-local/topics/orders";
  static final String SUBSCRIPTION = "projects/slicewise-local/subscriptions/orders";
  static final String DEAD_LETTERS = "projects/slicewise-local/topics/dead-letters";

  /** Beam remembers for the life of the process which tables there are. */
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final String table = "slicewise-local:shop.orders" + TABLES.incrementAndGet();
  private final LocalPubsub pubsub;
  private final LocalBigQuery bigQuery;

  private Rig(LocalPubsub pubsub, LocalBigQuery bigQuery) {
    this.pubsub = pubsub;
    this.bigQuery = bigQuery;
  }

  static Rig start() throws IOException, InterruptedException {
    Rig rig = new Rig(LocalPubsub.start(), LocalBigQuery.withDataset("slicewise-local", "shop"));
    rig.pubsub.create(ORDERS, SUBSCRIPTION);
    rig.pubsub.create(DEAD_LETTERS, "projects/slicewise-local/subscriptions/dead-letters");
    return rig;
  }

  LocalPubsub pubsub() {
    return pubsub;
  }

  LocalBigQuery bigQuery() {
    return bigQuery;
  }

  Clients clients() {
    return new Clients(Optional.of(new EndingPubsub()), Optional.of(bigQuery.services()));
  }

  /** The options that lead here, and others. */
  <T extends PipelineOptions> T options(Class<T> type, String... others) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--project=slicewise-local",
                "--pubsubRootUrl=" + pubsub.rootUrl(),
                "--credentialFactoryClass=" + NoopCredentialFactory.class.getName(),
                "--targetParallelism=2",
                "--table=" + table,
                "--deadLetterTopic=" + DEAD_LETTERS));
    args.addAll(List.of(others));
    return PipelineOptionsFactory.fromArgs(args.toArray(new String[0])).withValidation().as(type);
  }

  /** The columns of the rows, one text for each row, in order. */
  List<String> rows(String... columns) throws IOException, InterruptedException {
    List<String> texts = new ArrayList<>();
    for (TableRow row : bigQuery.rows(table)) {
      List<String> cells = new ArrayList<>();
      for (String column : columns) {
        cells.add(String.valueOf(row.get(column)));
      }
      texts.add(String.join(" ", cells));
    }
    texts.sort(null);
    return texts;
  }

  /** What was published to the dead-letter topic, in order of its text. */
  List<LocalMessage> deadLetters() {
    List<LocalMessage> letters = new ArrayList<>(pubsub.published(DEAD_LETTERS));
    letters.sort(Comparator.comparing(LocalMessage::toString));
    return letters;
  }

  @Override
  public void close() {
    pubsub.close();
  }
}
