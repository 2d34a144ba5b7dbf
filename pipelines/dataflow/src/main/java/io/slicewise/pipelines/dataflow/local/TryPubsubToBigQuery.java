package io.slicewise.pipelines.dataflow.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.api.services.bigquery.model.TableRow;
import io.slicewise.pipelines.dataflow.Clients;
import io.slicewise.pipelines.dataflow.PubsubToBigQuery;
import io.slicewise.pipelines.dataflow.PubsubToBigQueryOptions;
import io.slicewise.pipelines.demo.TextTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/**
 * Runs {@link PubsubToBigQuery} on this machine, without Google Cloud: publishes a few orders,
 * aggregates them, and prints the table and the dead letters. Arguments are options of the
 * pipeline, in place of or beside those of the sample; one without a value ({@code --period=})
 * leaves that of the sample out.
 */
public final class TryPubsubToBigQuery {
  private static final String ORDERS = "projects/slicewise-local/topics/orders";
  private static final String SUBSCRIPTION = "projects/slicewise-local/subscriptions/orders";
  private static final String DEAD_LETTERS = "projects/slicewise-local/topics/orders-dead-letters";
  private static final List<String> SAMPLE_OPTIONS =
      List.of(
          "--subscription=" + SUBSCRIPTION,
          "--timestampAttribute=event_time",
          "--idAttribute=order_id",
          "--table=slicewise-local:shop.orders",
          "--deadLetterTopic=" + DEAD_LETTERS,
          "--key=customer.id",
          "--aggregates=count,sum:amount,distinct:item=items",
          "--windows=sliding",
          "--size=10m",
          "--period=5m");

  private TryPubsubToBigQuery() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    run(out, args);
    // Beam's clients leave threads behind.
    System.exit(0);
  }

  static void run(PrintWriter out, String... args) throws Exception {
    LocalBigQuery bigQuery = LocalBigQuery.withDataset("slicewise-local", "shop");
    try (LocalPubsub pubsub = LocalPubsub.start()) {
      pubsub.create(ORDERS, SUBSCRIPTION);
      pubsub.create(DEAD_LETTERS, "projects/slicewise-local/subscriptions/orders-dead-letters");
      List<LocalMessage> orders = orders();
      pubsub.publish(ORDERS, orders);
      pubsub.end(SUBSCRIPTION);

      PubsubToBigQueryOptions options = options(pubsub, args);
      PubsubToBigQuery.build(
              options,
              new Clients(Optional.of(new EndingPubsub()), Optional.of(bigQuery.services())))
          .run()
          .waitUntilFinish();

      out.printf("%d messages in %s%n%n", orders.size(), SUBSCRIPTION);
      TextTable.lines(cells(bigQuery.rows(options.getTable().get()))).forEach(out::println);
      out.printf("%nDead letters in %s%n", DEAD_LETTERS);
      pubsub.published(DEAD_LETTERS).stream()
          .map(letter -> letter.attributes() + " " + letter.payload())
          .sorted()
          .forEach(out::println);
    }
  }

  private static PubsubToBigQueryOptions options(LocalPubsub pubsub, String... args) {
    Map<String, String> byName = new TreeMap<>();
    Stream.concat(
            SAMPLE_OPTIONS.stream(),
            Stream.concat(
                Stream.of(
                    "--project=slicewise-local",
                    "--pubsubRootUrl=" + pubsub.rootUrl(),
                    "--credentialFactoryClass=" + NoopCredentialFactory.class.getName()),
                Stream.of(args)))
        .forEach(option -> byName.put(option.split("=", 2)[0], option));
    byName.values().removeIf(option -> option.endsWith("="));
    return PipelineOptionsFactory.fromArgs(byName.values().toArray(new String[0]))
        .withValidation()
        .as(PubsubToBigQueryOptions.class);
  }

  private static List<LocalMessage> orders() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<LocalMessage> messages = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                TryPubsubToBigQuery.class.getResourceAsStream("orders.jsonl"),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode message = json.readTree(line);
        Map<String, String> attributes = new TreeMap<>();
        message
            .path("attributes")
            .fields()
            .forEachRemaining(field -> attributes.put(field.getKey(), field.getValue().asText()));
        messages.add(new LocalMessage(message.path("data").toString(), attributes));
      }
    }
    return messages;
  }

  private static List<List<String>> cells(List<TableRow> rows) {
    List<List<String>> cells = new ArrayList<>();
    if (!rows.isEmpty()) {
      cells.add(List.copyOf(rows.get(0).keySet()));
    }
    rows.stream()
        // Beam's BigQuery writes "2026-11-30 T09:00:00".
        .map(row -> row.values().stream().map(v -> String.valueOf(v).replace(" T", " ")).toList())
        .sorted(Comparator.comparing(List<String>::toString))
        .forEach(cells::add);
    return cells;
  }
}
