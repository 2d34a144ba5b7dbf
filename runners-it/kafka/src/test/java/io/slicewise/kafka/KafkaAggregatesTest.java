package io.slicewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.kafka.KafkaAggregates;
import io.slicewise.pipelines.kafka.KafkaAggregatesOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pipeline with a broker and a database, against a recomputation of each window from all
 * records.
 */
class KafkaAggregatesTest {

  /** Only so that a run that went wrong ends. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private static Path folder;
  private static LocalBroker broker;
  private static LocalDatabase database;

  @BeforeAll
  static void start() throws IOException {
    broker = LocalBroker.start(folder);
    database = LocalDatabase.start(folder);
  }

  @AfterAll
  static void stop() throws IOException {
    database.close();
    broker.close();
  }

  /** Creates the topics of a story. */
  private static Story story(String topic, long seed) throws InterruptedException {
    broker.create(topic, Story.PARTITIONS);
    for (String output : List.of("-out", "-late", "-unreadable")) {
      broker.create(topic + output, 1);
    }
    return new Story(topic, seed);
  }

  private static List<String> rowsInTable(Story story) throws SQLException {
    return database.rows(
        "SELECT key, to_char(window_start, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),"
            + " to_char(window_end, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), count, sum_amount FROM "
            + story.table()
            + " ORDER BY key COLLATE \"C\", window_start");
  }

  private static PipelineOptions options(Story story, String runner, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--runner=" + runner,
                "--bootstrapServers=" + broker.address(),
                "--topic=" + story.topic(),
                "--key=user.id",
                "--timestamp=at",
                "--timestampFormat=iso",
                "--aggregates=count,sum:amount",
                "--windows=sliding",
                "--size=" + Story.SIZE + "s",
                "--period=" + Story.PERIOD + "s",
                "--maxDelay=30s",
                "--outputTopic=" + story.topic() + "-out",
                "--lateTopic=" + story.topic() + "-late",
                "--unreadableTopic=" + story.topic() + "-unreadable",
                "--jdbcUrl=" + database.url(),
                "--jdbcTable=" + story.table(),
                "--createTable"));
    for (String arg : more) {
      args.removeIf(given -> given.split("=", 2)[0].equals(arg.split("=", 2)[0]));
      args.add(arg);
    }
    boolean stops = args.contains("--stopAtEnd");
    PipelineOptions options =
        PipelineOptionsFactory.fromArgs(args.toArray(new String[0]))
            .withValidation()
            .as(KafkaAggregatesOptions.class);
    if (runner.equals("FlinkRunner")) {
      FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
      flink.setFlinkMaster("[local]");
      flink.setParallelism(2);
      flink.setAttachedMode(stops);
    } else {
      options.as(DirectOptions.class).setBlockOnRun(stops);
    }
    return options;
  }

  private static <T> void await(Callable<T> now, T wanted) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!now.call().equals(wanted) && System.nanoTime() < deadline) {
      Thread.sleep(100);
    }
    assertThat(now.call()).isEqualTo(wanted);
  }

  private static List<String> values(String topic) {
    return broker.read(topic).stream().map(KafkaAggregatesTest::value).toList();
  }

  private static String value(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DirectRunner", "FlinkRunner"})
  void recordsComeBeforeAndAfterARestartOfTheBroker(String runner) throws Exception {
    Story story = story("orders-" + runner.toLowerCase(Locale.ROOT), 1);
    broker.send(story.minutes(0, 300));
    broker.send(story.moveOn(330));
    PipelineResult running =
        new KafkaAggregates().start(options(story, runner, "--idleDelay=never", "--lateness=90s"));
    try {
      await(() -> rowsInTable(story), story.rows(300));

      broker.send(story.minutes(300, 450));
      broker.restart();
      broker.send(story.minutes(450, 600));
      broker.send(story.moveOn(630));
      await(() -> rowsInTable(story), story.rows(600));

      // Late for the windows that end at 540 and 600, and taken by both.
      broker.send(List.of(story.to(0, story.counted("k0", 535, new BigDecimal("0.001")))));
      await(() -> rowsInTable(story), story.rows(600));

      String late = Story.json("k1", 10, BigDecimal.TEN);
      broker.send(List.of(story.to(1, late)));
      await(() -> values(story.topic() + "-late"), List.of(late));
    } finally {
      running.cancel();
    }

    assertThat(broker.read(story.topic() + "-late"))
        .extracting(
            record -> header(record, "slicewise-late-by-ms"),
            record -> header(record, "slicewise-reason").startsWith("The element of"))
        .containsExactly(Tuple.tuple("390001", true));
    assertThat(broker.read(story.topic() + "-unreadable"))
        .allSatisfy(
            record ->
                assertThat(header(record, "slicewise-reason"))
                    .isEqualTo("no field 'user'; there are: at"))
        .extracting(KafkaAggregatesTest::value)
        .containsExactlyInAnyOrderElementsOf(story.unreadable());
    assertThat(lastOfEachWindow(story)).isEqualTo(rowsInTable(story));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DirectRunner", "FlinkRunner"})
  void partitionsWithoutRecords_doNotHoldTheWatermark(String runner) throws Exception {
    Story story = story("quiet-" + runner.toLowerCase(Locale.ROOT), 6);
    broker.send(List.of(story.to(1, story.counted("k0", 5, BigDecimal.ONE))));
    PipelineResult running = new KafkaAggregates().start(options(story, runner));
    try {
      await(() -> rowsInTable(story), story.rows(Integer.MAX_VALUE));
    } finally {
      running.cancel();
    }
  }

  /** What a compacted topic would keep, as rows of the table. */
  private static List<String> lastOfEachWindow(Story story) throws IOException {
    Map<String, String> last = new TreeMap<>();
    JsonMapper mapper =
        JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    for (ConsumerRecord<byte[], byte[]> record : broker.read(story.topic() + "-out")) {
      JsonNode pane = mapper.readTree(record.value());
      JsonNode key = mapper.readTree(record.key());
      assertThat(key.size()).isEqualTo(3);
      String window =
          Stream.of("key", "window_start", "window_end")
              .map(name -> key.get(name).asText().replace(".000Z", "Z"))
              .reduce((one, other) -> one + " " + other)
              .orElseThrow();
      assertThat(pane.get("key")).isEqualTo(key.get("key"));
      last.put(
          window,
          window
              + " "
              + pane.get("count").asLong()
              + " "
              + pane.get("sum_amount").decimalValue().toPlainString());
    }
    return List.copyOf(last.values());
  }

  /** The second run gives one pane of each window, number 0, where the first gave many. */
  @ParameterizedTest
  @ValueSource(strings = {"DirectRunner", "FlinkRunner"})
  void aSecondRunOfAllRecords_changesNothingInTheTable(String runner) throws Exception {
    Story story = story("again-" + runner.toLowerCase(Locale.ROOT), 2);
    broker.send(story.minutes(0, 400));

    assertThat(runToTheEnd(story, runner, "--trigger=every-element")).isZero();
    assertThat(rowsInTable(story)).isEqualTo(story.rows(Integer.MAX_VALUE));
    List<String> table = database.rows("SELECT * FROM " + story.table() + " ORDER BY 1, 2");
    int panes = values(story.topic() + "-out").size();
    assertThat(panes).isGreaterThan(2 * table.size());

    assertThat(runToTheEnd(story, runner, "--trigger=at-watermark")).isZero();
    assertThat(database.rows("SELECT * FROM " + story.table() + " ORDER BY 1, 2")).isEqualTo(table);
    assertThat(values(story.topic() + "-out")).hasSize(panes + table.size());
    assertThat(lastOfEachWindow(story)).isEqualTo(rowsInTable(story));
  }

  /**
   * Every write of a row fails for a while, and with it the job, which goes back to a checkpoint.
   */
  @Test
  void aJobThatFails_goesBackToACheckpoint_andEndsWithTheSameTable() throws Exception {
    Story story = story("fragile", 5);
    broker.send(story.minutes(0, 300));
    broker.send(story.moveOn(330));
    PipelineOptions options = options(story, "FlinkRunner", "--idleDelay=never");
    FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
    flink.setCheckpointingInterval(200L);
    flink.setNumberOfExecutionRetries(1_000);
    flink.setExecutionRetryDelay(100L);
    PipelineResult running = new KafkaAggregates().start(options);
    try {
      await(() -> rowsInTable(story), story.rows(300));

      // A sequence counts on when the transaction is rolled back.
      database.execute("CREATE SEQUENCE failures");
      database.execute(
          "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " PERFORM nextval('failures'); RAISE EXCEPTION 'no space'; END $$");
      database.execute(
          "CREATE TRIGGER fail BEFORE INSERT ON fragile FOR EACH ROW EXECUTE FUNCTION fail()");
      broker.send(story.minutes(300, 600));
      broker.send(story.moveOn(630));
      await(() -> database.rows("SELECT last_value >= 3 FROM failures"), List.of("t"));
      database.execute("DROP TRIGGER fail ON fragile");

      await(() -> rowsInTable(story), story.rows(600));
    } finally {
      running.cancel();
    }
    assertThat(lastOfEachWindow(story)).isEqualTo(rowsInTable(story));
    assertThat(Set.copyOf(values("fragile-unreadable"))).isEqualTo(Set.copyOf(story.unreadable()));
    assertThat(values("fragile-late")).isEmpty();
  }

  private static int runToTheEnd(Story story, String runner, String trigger) throws Exception {
    PrintWriter log = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    PipelineOptions options = options(story, runner, trigger, "--stopAtEnd");
    if (runner.equals("FlinkRunner")) {
      options.as(FlinkPipelineOptions.class).setCheckpointingInterval(500L);
    }
    return new KafkaAggregates().prepare(options).run(log, log);
  }

  /** What was done to the database, and what the refusal says of the table. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT 1                                                                  | relation "%s" does not exist
          CREATE TABLE %s (key TEXT, window_start TIMESTAMPTZ, window_end TIMESTAMPTZ, pane BIGINT, timing TEXT, is_last BOOLEAN, count BIGINT, PRIMARY KEY (key, window_start, window_end)) | column "sum_amount" of relation "%s" does not exist
          CREATE TABLE %s (key TEXT, window_start TIMESTAMPTZ, window_end TIMESTAMPTZ, pane BIGINT, timing TEXT, is_last BOOLEAN, count BIGINT, sum_amount NUMERIC) | there is no unique or exclusion constraint matching the ON CONFLICT specification
          CREATE TABLE %s (key TEXT, window_start TIMESTAMPTZ, window_end TIMESTAMPTZ, pane BIGINT, timing TEXT, is_last BOOLEAN, count BIGINT, sum_amount TEXT[], PRIMARY KEY (key, window_start, window_end)) | column "sum_amount" is of type text[] but expression is of type numeric
          """)
  void tablesThatDoNotFit_areRefusedBeforeAnythingIsRead(String given, String problem)
      throws Exception {
    Story story = story("unfit-" + given.length(), 3);
    String table = story.table();
    database.execute(given.replace("%s", table));
    assertThatThrownBy(
            () ->
                new KafkaAggregates().start(options(story, "DirectRunner", "--createTable=false")))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--jdbcTable=%s: ERROR: %s. Use --createTable, or create it with: CREATE TABLE IF NOT"
                    .formatted(table, problem.replace("%s", table))
                + " EXISTS "
                + table
                + " (key TEXT NOT NULL, window_start TIMESTAMPTZ NOT NULL, window_end TIMESTAMPTZ"
                + " NOT NULL, pane BIGINT NOT NULL, timing TEXT NOT NULL, is_last BOOLEAN NOT NULL,"
                + " count BIGINT, sum_amount NUMERIC, PRIMARY KEY (key, window_start, window_end))");
  }

  @Test
  void servicesThatAreNotThere_areNamed() throws Exception {
    Story story = story("nowhere", 4);
    Path impatient =
        Files.writeString(
            folder.resolve("impatient.properties"),
            "request.timeout.ms=1000\ndefault.api.timeout.ms=1000\n");
    assertThat(refusal(story, "--topic=no-such-topic"))
        .isEqualTo(
            "--topic=no-such-topic: there is no such topic at "
                + broker.address()
                + ". Create it first.");
    assertThat(refusal(story, "--bootstrapServers=localhost:1", "--kafkaProperties=" + impatient))
        .startsWith("--bootstrapServers=localhost:1: cannot be asked: ")
        .endsWith(". Check the addresses and --kafkaProperties.");
    assertThat(refusal(story, "--bootstrapServers=localhost"))
        .startsWith("--bootstrapServers=localhost: cannot be asked: Invalid url in")
        .endsWith(". Check the addresses and --kafkaProperties.");
    assertThat(refusal(story, "--jdbcUrl=" + database.url().replace("/postgres?", "/none?")))
        .matches(
            "--jdbcUrl=\\S+/none\\?\\S+: FATAL: database \"none\" does not exist\\. Check the URL,"
                + " --jdbcUser and --jdbcPasswordFile\\.");
  }

  private static String refusal(Story story, String... more) {
    try {
      new KafkaAggregates().start(options(story, "DirectRunner", more));
    } catch (SettingException e) {
      return e.getMessage();
    }
    throw new AssertionError("not refused: " + Arrays.toString(more));
  }
}
