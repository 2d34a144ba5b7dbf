package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.dataflow.local.LocalMessage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic by Pub/Sub's API, and the table that a recomputation from all messages gives. */
class PubsubToBigQueryTest {
  private static final long NINE = Instant.parse("2026-11-30T09:00:00Z").toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final int MESSAGES = 200;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void rowsAreThoseOfARecomputation(long seed) throws Exception {
    Traffic traffic = Traffic.random(seed);
    try (Rig rig = Rig.start()) {
      rig.pubsub().publish(Rig.ORDERS, traffic.messages.subList(0, MESSAGES / 2));
      rig.pubsub().publish(Rig.ORDERS, traffic.messages.subList(MESSAGES / 2, MESSAGES));
      rig.pubsub().end(Rig.SUBSCRIPTION);
      PubsubToBigQuery.build(
              rig.options(
                  PubsubToBigQueryOptions.class,
                  "--subscription=" + Rig.SUBSCRIPTION,
                  "--timestampAttribute=at",
                  "--idAttribute=id",
                  "--key=customer",
                  "--aggregates=count,sum:amount",
                  "--windows=sliding",
                  "--size=15m",
                  "--period=5m"),
              rig.clients())
          .run()
          .waitUntilFinish();

      assertThat(rig.rows("key", "window_start", "count", "sum_amount"))
          .isEqualTo(traffic.rows())
          .isNotEmpty();
      assertThat(rig.deadLetters())
          .extracting(letter -> letter.attributes().get("kind") + " " + letter.payload())
          .containsExactlyInAnyOrderElementsOf(traffic.unreadable);
    }
  }

  /**
   * Random orders, some twice, some unreadable, and what becomes of them.
   *
   * @param messages as they are published
   * @param windows count and sum by key and start of a window
   * @param unreadable kind and payload
   */
  private record Traffic(
      List<LocalMessage> messages, Map<String, List<BigDecimal>> windows, List<String> unreadable) {

    static Traffic random(long seed) {
      Random random = new Random(seed);
      Traffic traffic = new Traffic(new ArrayList<>(), new TreeMap<>(), new ArrayList<>());
      for (int id = 0; traffic.messages.size() < MESSAGES; id++) {
        long at = NINE + random.nextInt((int) (60 * MINUTE));
        traffic.add(random, id, at);
        if (random.nextInt(10) == 0) {
          traffic.messages.add(traffic.messages.get(traffic.messages.size() - 1));
        }
      }
      Collections.shuffle(traffic.messages, random);
      return traffic;
    }

    private void add(Random random, int id, long at) {
      String customer = "c" + random.nextInt(5);
      BigDecimal amount = BigDecimal.valueOf(random.nextInt(10_000), 2);
      boolean readable = random.nextInt(20) > 0;
      String payload =
          readable
              ? "{\"customer\":\"" + customer + "\",\"amount\":" + amount + "}"
              : "{\"amount\":" + amount;
      messages.add(
          new LocalMessage(payload, Map.of("id", String.valueOf(id), "at", String.valueOf(at))));
      if (!readable) {
        unreadable.add("unreadable " + payload);
        return;
      }
      long last = Math.floorDiv(at, 5 * MINUTE) * 5 * MINUTE;
      for (long start = last; start > at - 15 * MINUTE; start -= 5 * MINUTE) {
        String window = Instant.ofEpochMilli(start).toString().replace("T", " T").replace("Z", "");
        windows.computeIfAbsent(customer + " " + window, key -> new ArrayList<>()).add(amount);
      }
    }

    List<String> rows() {
      List<String> rows = new ArrayList<>();
      windows.forEach(
          (window, amounts) -> {
            BigDecimal sum = amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            rows.add(
                window + " " + amounts.size() + " " + sum.stripTrailingZeros().toPlainString());
          });
      return rows;
    }
  }

  @ParameterizedTest
  @MethodSource
  void wrongOptions(String option, String message) {
    Map<String, String> options = new TreeMap<>();
    Stream.of(
            "--subscription=projects/my-project/subscriptions/orders",
            "--table=my-project:shop.orders",
            "--deadLetterTopic=projects/my-project/topics/dead-letters",
            "--key=customer",
            "--size=10m")
        .forEach(good -> options.put(good.split("=", 2)[0], good));
    for (String given : option.split(" ", -1)) {
      options.put(given.split("=", 2)[0], given);
    }
    options.values().removeIf(value -> value.endsWith("="));
    assertThatThrownBy(
            () ->
                PubsubToBigQuery.build(
                    PipelineOptionsFactory.fromArgs(options.values().toArray(new String[0]))
                        .withValidation()
                        .as(PubsubToBigQueryOptions.class),
                    Clients.ofBeam()))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> wrongOptions() {
    return Stream.of(
        arguments(
            "--subscription=",
            "--subscription: is missing. Give it a value such as"
                + " projects/my-project/subscriptions/orders."),
        arguments(
            "--format=avro --avroSchema=gs2://bucket/orders.avsc",
            "--avroSchema=gs2://bucket/orders.avsc: cannot be read. Give the path of a file with an"
                + " Avro schema."),
        arguments(
            "--subscription=orders",
            "--subscription=orders: not the name of a subscription. Write it as in"
                + " projects/my-project/subscriptions/orders."),
        arguments(
            "--table=shop.orders",
            "--table=shop.orders: not the name of a table. Write it as in"
                + " my-project:metrics.orders."),
        arguments(
            "--deadLetterTopic=projects/my-project/subscriptions/orders",
            "--deadLetterTopic=projects/my-project/subscriptions/orders: not the name of a topic."
                + " Write it as in projects/my-project/topics/orders."),
        arguments(
            "--generation=-1",
            "--generation=-1: must be from 0 to 2147483647. Use 1 more than that of the job"
                + " before."),
        arguments(
            "--accumulation=discarding",
            "--accumulation=discarding: each pane replaces the row of its key and window, so it"
                + " must hold all of its window. Use accumulating."),
        arguments(
            "--timestamp=time",
            "--timestamp=time: has no effect: the watermark of Pub/Sub knows attributes only, see"
                + " --timestampAttribute. Leave it out."),
        arguments(
            "--size= --windows=sessions --gap=5m --lateness=1h",
            "--windows=sessions: a session that was in a pane may become part of a longer one, and"
                + " its row would stay. Use --trigger=at-watermark and --lateness=0s."));
  }

  /** As on Dataflow, where a schema is in Cloud Storage. */
  @Test
  void anAvroSchema_mayBeAUri(@TempDir Path folder) throws Exception {
    Path schema =
        Files.writeString(
            folder.resolve("orders.avsc"),
            "{\"type\":\"record\",\"name\":\"Order\",\"fields\":"
                + "[{\"name\":\"customer\",\"type\":\"string\"}]}");
    try (Rig rig = Rig.start()) {
      PubsubToBigQuery.build(
          rig.options(
              PubsubToBigQueryOptions.class,
              "--subscription=" + Rig.SUBSCRIPTION,
              "--format=avro",
              "--avroSchema=file://" + schema,
              "--key=customer",
              "--size=10m"),
          rig.clients());
    }
  }

  @Test
  void asAProgram_wrongOptionsAreOneLine() throws Exception {
    StringWriter err = new StringWriter();
    PrintWriter printer = new PrintWriter(err, true);
    assertThat(
            Main.start(new PubsubToBigQuery(), new String[] {"--key=customer"}, printer, printer))
        .isEqualTo(2);
    assertThat(err.toString())
        .startsWith("pubsub-to-bigquery: --size: is missing.")
        .hasLineCount(1);
    assertThat(Main.start(new PubsubToBigQuery(), new String[] {"--siz=5m"}, printer, printer))
        .isEqualTo(2);
    assertThat(err.toString()).hasLineCount(2).contains("siz");
  }
}
