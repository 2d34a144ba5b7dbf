package io.slicewise.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bundled jar on a standalone Flink cluster, by the commands of docs/flink.md. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FlinkClusterTest {
  private static final Path JAR =
      Path.of("../../pipelines/target/slicewise.jar").toAbsolutePath().normalize();
  private static final Path FLINK = Path.of("target/flink").toAbsolutePath();
  private static final String JAVA = ProcessHandle.current().info().command().orElse("java");

  /** Every event is in time then, so what a window gives last does not depend on watermarks. */
  private static final String LATENESS = "--lateness=161h";

  @TempDir private Path shared;
  private Cluster cluster;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    assertThat(JAR).as("built by: mvn -B -q -DskipTests package").exists();
    Files.createDirectory(shared.resolve("demo"));
    cluster = Cluster.start(shared.resolve("cluster"));
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void jobThatLosesATaskManager_andIsStoppedAndGoneOnWith_losesNothingAndDoublesNothing()
      throws Exception {
    DemoProcess undisturbed =
        demo("undisturbed", List.of(JAVA, "-jar", JAR.toString(), "demo", LATENESS));

    // So slow that it would last for minutes: whatever happens to it, happens in its midst.
    List<String> slow = guide("java -jar slicewise.jar", "--sharedFolder=/shared/demo");
    DemoProcess disturbed = demo("disturbed", with(slow, LATENESS, "--pause=100ms"));
    disturbed.await("a job", () -> !jobs().isEmpty());
    String job = jobs().get(0);
    disturbed.await("a checkpoint and a pane", () -> completed(job) > 0 && panesWritten());
    disturbed.await(
        "the counter of elements", () -> hasMetric(job, FlinkGuide.counter("elements")));
    cluster.kill(1);
    cluster.addTaskManager();
    disturbed.await(
        "a checkpoint after a restored one",
        () -> restored(job) > 0 && completed(job) > restored(job));

    assertThat(flink(guide("flink list", ""))).contains(job);
    String savepoint = stopWithSavepoint(job, guide("flink stop -m", "JOB_ID"));
    disturbed.awaitSuccess();
    List<String> goOn = guide("java -jar slicewise.jar", "--savepointPath=SAVEPOINT");
    goOn.replaceAll(word -> word.replace("SAVEPOINT", savepoint));
    DemoProcess goneOn = demo("gone-on", with(goOn, LATENESS));
    undisturbed.awaitSuccess();
    goneOn.awaitSuccess();

    List<String> origins = new ArrayList<>();
    for (String other : jobs()) {
      origins.add(latest(other, "restored").path("external_path").asText());
    }
    assertThat(origins).contains(savepoint);
    assertThat(disturbed.panesByWindow()).hasSizeLessThan(undisturbed.panesByWindow().size());
    assertThat(lastValues(goneOn)).isEqualTo(lastValues(undisturbed));
    assertThat(goneOn.panesByWindow().values())
        .allSatisfy(
            panes ->
                assertThat(panes)
                    .extracting(pane -> pane.get("index").intValue())
                    .isEqualTo(IntStream.range(0, panes.size()).boxed().toList()));
    assertThat(goneOn.lateEvents()).isEmpty();
  }

  /** Windows that were open give what they have, as if they had ended. */
  @Test
  void drainedJob_closesEveryWindow() throws Exception {
    List<String> slow = guide("java -jar slicewise.jar", "--sharedFolder=/shared/demo");
    DemoProcess drained = demo("drained", with(slow, LATENESS, "--pause=100ms"));
    drained.await("a job", () -> !jobs().isEmpty());
    String job = jobs().get(0);
    drained.await("a checkpoint and a pane", () -> completed(job) > 0 && panesWritten());
    stopWithSavepoint(job, guide("flink stop --drain", "JOB_ID"));
    drained.awaitSuccess();

    List<JsonNode> lastPanes =
        drained.panesByWindow().values().stream()
            .map(panes -> panes.get(panes.size() - 1))
            .toList();
    assertThat(lastPanes)
        .extracting(pane -> pane.get("timing").textValue())
        .doesNotContain("EARLY")
        .contains("ON_TIME");
    assertThat(lastPanes).anyMatch(pane -> pane.get("isLast").booleanValue());
  }

  private DemoProcess demo(String name, List<String> command) throws IOException {
    return new DemoProcess(cluster, shared, name, command);
  }

  /** A command of the guide that starts and ends like this, for this cluster and this folder. */
  private List<String> guide(String start, String end) throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : FlinkGuide.command(start, end).split(" ", -1)) {
      words.add(
          word.replace("jobmanager:8081", cluster.address())
              .replace("/shared", shared.toString())
              .replace("--checkpointingInterval=10s", "--checkpointingInterval=500ms")
              .replace("slicewise.jar", JAR.toString())
              .replaceAll("^java$", JAVA));
    }
    return words;
  }

  private static List<String> with(List<String> command, String... options) {
    return Stream.concat(command.stream(), Stream.of(options)).toList();
  }

  private List<String> jobs() throws IOException, InterruptedException {
    List<String> jobs = new ArrayList<>();
    cluster.get("/jobs/overview").get("jobs").forEach(job -> jobs.add(job.get("jid").textValue()));
    return jobs;
  }

  /** The number of the last checkpoint that is complete, or zero. */
  private long completed(String job) throws IOException, InterruptedException {
    return latest(job, "completed").path("id").longValue();
  }

  /** The number of the checkpoint that the job was restored from last, or zero. */
  private long restored(String job) throws IOException, InterruptedException {
    return latest(job, "restored").path("id").longValue();
  }

  private JsonNode latest(String job, String kind) throws IOException, InterruptedException {
    return cluster.get("/jobs/" + job + "/checkpoints").path("latest").path(kind);
  }

  private boolean panesWritten() throws IOException {
    try (Stream<Path> files = Files.list(shared.resolve("demo"))) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("panes-"));
    }
  }

  private boolean hasMetric(String job, String name) throws IOException, InterruptedException {
    for (JsonNode vertex : cluster.get("/jobs/" + job).get("vertices")) {
      String path = "/jobs/" + job + "/vertices/" + vertex.get("id").textValue() + "/metrics";
      for (JsonNode metric : cluster.get(path)) {
        if (metric.get("id").textValue().endsWith("." + name)) {
          return true;
        }
      }
    }
    return false;
  }

  private String stopWithSavepoint(String job, List<String> command)
      throws IOException, InterruptedException {
    command.replaceAll(word -> word.replace("JOB_ID", job));
    String output = flink(command);
    Matcher savepoint = Pattern.compile("Savepoint completed. Path: (\\S+)").matcher(output);
    assertThat(savepoint.find()).as(output).isTrue();
    return savepoint.group(1);
  }

  /** What Flink's own command prints, which must succeed. */
  private String flink(List<String> command) throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(JAVA, "-cp", FLINK + "/*", "org.apache.flink.client.cli.CliFrontend"));
    words.addAll(command.subList(1, command.size()));
    Path output = shared.resolve(command.get(1) + ".txt");
    int status = cluster.run(output, words).waitFor();
    assertThat(status).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }

  /** What each window of a key gave last. */
  private static Map<String, JsonNode> lastValues(DemoProcess demo) throws IOException {
    Map<String, JsonNode> values = new TreeMap<>();
    demo.panesByWindow()
        .forEach((window, panes) -> values.put(window, panes.get(panes.size() - 1).get("value")));
    return values;
  }
}
