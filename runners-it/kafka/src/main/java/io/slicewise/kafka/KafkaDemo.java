package io.slicewise.kafka;

import io.slicewise.pipelines.kafka.KafkaAggregates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Shows {@code kafka-aggregates} to somebody who has neither Kafka nor PostgreSQL: starts both in a
 * temporary folder, sends a week of earthquakes in the order in which they became known, runs the
 * pipeline to the end of the topic and prints some of the table.
 */
public final class KafkaDemo {
  private static final String EARTHQUAKES = "/io/slicewise/pipelines/demo/earthquakes.jsonl";
  private static final int PARTITIONS = 3;

  /** The table's rows that are shown. */
  private static final String STRONGEST =
      "SELECT key, to_char(window_start, 'YYYY-MM-DD'), count, max_mag, round(mean_depth::numeric, 1)"
          + " FROM earthquakes ORDER BY max_mag DESC, key, window_start LIMIT 5";

  private KafkaDemo() {}

  /** Runs it; nothing is left behind. */
  public static void main(String[] args) throws Exception {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    run(out);
    System.exit(0);
  }

  /** Runs it and prints. */
  static void run(PrintWriter out) throws Exception {
    Path folder = Files.createTempDirectory("slicewise-kafka-demo");
    try (LocalBroker broker = LocalBroker.start(folder);
        LocalDatabase database = LocalDatabase.start(folder)) {
      for (String topic : List.of("earthquakes", "days", "late", "unreadable")) {
        broker.create(topic, PARTITIONS);
      }
      List<ProducerRecord<byte[], byte[]>> records = records();
      broker.send(records);
      out.println("Sent to topic earthquakes: " + records.size() + " records");
      run(broker, database, out);
      out.println("Records in topic late: " + broker.read("late").size());
      out.println("Records in topic unreadable: " + broker.read("unreadable").size());
      out.println(
          "Rows in table earthquakes: " + database.rows("SELECT 1 FROM earthquakes").size());
      out.println("The strongest (network, day, count, max_mag, mean_depth):");
      database.rows(STRONGEST).forEach(row -> out.println("  " + row));
    } finally {
      delete(folder);
    }
  }

  private static void run(LocalBroker broker, LocalDatabase database, PrintWriter out)
      throws Exception {
    List<String> options =
        List.of(
            "--bootstrapServers=" + broker.address(),
            "--topic=earthquakes",
            "--key=net",
            "--timestamp=time",
            "--aggregates=count,max:mag,mean:depth",
            "--size=24h",
            "--maxDelay=6h",
            "--lateness=7d",
            "--stopAtEnd",
            "--outputTopic=days",
            "--lateTopic=late",
            "--unreadableTopic=unreadable",
            "--jdbcUrl=" + database.url(),
            "--jdbcTable=earthquakes",
            "--createTable");
    KafkaAggregates pipeline = new KafkaAggregates();
    out.println("slicewise run " + pipeline.name() + " \\");
    out.println("  " + String.join(" \\\n  ", options));
    int status =
        pipeline
            .prepare(
                PipelineOptionsFactory.fromArgs(options.toArray(new String[0]))
                    .withValidation()
                    .as(pipeline.optionsType()))
            .run(out, out);
    if (status != 0) {
      throw new IllegalStateException("the pipeline ended with status " + status);
    }
  }

  /** All earthquakes, and two records that are none. */
  private static List<ProducerRecord<byte[], byte[]>> records() throws IOException {
    List<String> lines = new ArrayList<>();
    try (InputStream in = KafkaAggregates.class.getResourceAsStream(EARTHQUAKES);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    }
    lines.add("{\"net\": \"us\"}");
    lines.add("no JSON");
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String line : lines) {
      int partition = records.size() % PARTITIONS;
      records.add(
          new ProducerRecord<>(
              "earthquakes", partition, null, line.getBytes(StandardCharsets.UTF_8)));
    }
    return records;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.deleteIfExists(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
