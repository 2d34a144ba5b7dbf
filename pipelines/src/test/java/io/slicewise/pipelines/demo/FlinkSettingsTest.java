package io.slicewise.pipelines.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.demo.replay.ReplayFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class FlinkSettingsTest {
  @TempDir private Path folder;
  private String shared;

  @BeforeEach
  void nameTheFolder() {
    shared = "--sharedFolder=" + folder;
  }

  private static FlinkSettings settings(LocalRunner runner, String... args) {
    DemoOptions options = CommandLine.populateCommand(new DemoOptions(), args);
    return FlinkSettings.of(options.flink, runner);
  }

  private void assertRefused(String message, String... args) {
    assertThatThrownBy(() -> settings(LocalRunner.FLINK, args))
        .isInstanceOf(SettingException.class)
        .hasMessage(message.replace("FOLDER", folder.toString()));
  }

  @Test
  void byDefault_flinkRunsInsideThisProcess_onOneSlot_withoutCheckpoints() {
    FlinkPipelineOptions options =
        LocalRunner.FLINK.options(settings(LocalRunner.FLINK)).as(FlinkPipelineOptions.class);

    assertThat(options.getFlinkMaster()).isEqualTo("[local]");
    assertThat(options.getParallelism()).isEqualTo(1);
    assertThat(options.getCheckpointingInterval()).isEqualTo(-1);
    assertThat(options.getStateBackend()).isNull();
  }

  @Test
  void cluster_hasAllOfIt() throws IOException {
    Files.createFile(folder.resolve("replay.bin"));
    FlinkSettings settings =
        settings(
            LocalRunner.FLINK,
            "--flinkMaster=[::1]:8081",
            shared,
            "--parallelism=32768",
            "--checkpointingInterval=10ms",
            "--stateBackend=RocksDB",
            "--stateBackendStoragePath=s3://bucket/checkpoints",
            "--savepointPath=" + folder);
    FlinkPipelineOptions options =
        LocalRunner.FLINK.options(settings).as(FlinkPipelineOptions.class);

    assertThat(settings)
        .isEqualTo(
            new FlinkSettings(
                Optional.of(new FlinkCluster("[::1]", 8081)),
                Optional.of(folder),
                32768,
                OptionalLong.of(10),
                Optional.of("rocksdb"),
                Optional.of("s3://bucket/checkpoints"),
                Optional.of(folder.toUri().toString())));
    assertThat(options.getFlinkMaster()).isEqualTo("[::1]:8081");
    assertThat(options.getParallelism()).isEqualTo(32768);
    assertThat(options.getCheckpointingInterval()).isEqualTo(10);
    assertThat(options.getShutdownSourcesAfterIdleMs()).isZero();
    assertThat(options.getStateBackend()).isEqualTo("rocksdb");
    assertThat(options.getStateBackendStoragePath()).isEqualTo("s3://bucket/checkpoints");
    assertThat(options.getSavepointPath()).isEqualTo(folder.toUri().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--flinkMaster=a:1",
        "--sharedFolder=/tmp",
        "--parallelism=2",
        "--checkpointingInterval=1s",
        "--stateBackend=rocksdb",
        "--stateBackendStoragePath=/tmp",
        "--savepointPath=/tmp"
      })
  void optionsOfFlink_needFlink(String option) {
    assertThatThrownBy(() -> settings(LocalRunner.DIRECT, option))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            option
                + ": is for Flink, and --runner is DirectRunner. Add --runner=FlinkRunner or leave"
                + " the option out.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jobmanager",
        "jobmanager:",
        ":8081",
        "a:0",
        "a:65536",
        "a:b",
        "a b:1",
        "http://a:1",
        "a:1/x",
        "u@a:1"
      })
  void addresses_areHostAndPort(String address) {
    assertRefused(
        "--flinkMaster=" + address + ": not HOST:PORT. Use for example localhost:8081.",
        "--flinkMaster=" + address,
        shared);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "32769", "two", "1.5", "123456"})
  void parallelism_isWhole(String parallelism) {
    assertRefused(
        "--parallelism="
            + parallelism
            + ": must be a whole number from 1 to 32768. Use for example 2.",
        "--parallelism=" + parallelism);
  }

  @Test
  void refusedCombinations() {
    assertRefused(
        "--flinkMaster=a:1: the cluster must reach the events. Add --sharedFolder with a folder that"
            + " all its machines see.",
        "--flinkMaster=a:1");
    assertRefused(
        "--sharedFolder=FOLDER/no: is no folder that may be written. Make it first.",
        "--flinkMaster=a:1",
        shared + "/no");
    assertRefused(
        "--checkpointingInterval=9ms: must be at least 10 ms. Use for example 10s.",
        "--checkpointingInterval=9ms");
    assertRefused(
        "--stateBackend=heap: unknown. Use one of: filesystem, rocksdb.", "--stateBackend=heap");
    assertRefused(
        "--stateBackend=filesystem: needs a place for checkpoints. Add --stateBackendStoragePath.",
        "--stateBackend=filesystem");
    assertRefused(
        "--stateBackendStoragePath=/x: belongs to --stateBackend, which is not given. Add"
            + " --stateBackend=filesystem or rocksdb.",
        "--stateBackendStoragePath=/x");
    assertRefused(
        "--stateBackend=rocksdb: RocksDB comes with a cluster, not with this program. Add"
            + " --flinkMaster or use filesystem.",
        "--stateBackend=rocksdb",
        "--stateBackendStoragePath=/x");
    assertRefused(
        "--stateBackendStoragePath=: is empty. Give a path or a URI, or leave the option out.",
        "--stateBackend=filesystem",
        "--stateBackendStoragePath=");
    assertRefused(
        "--savepointPath=s: Flink inside this process takes none up. Add --flinkMaster.",
        "--savepointPath=s");
    assertRefused(
        "--savepointPath=s: there is no FOLDER/replay.bin. Give the --sharedFolder of the run that"
            + " was saved.",
        "--flinkMaster=a:1",
        shared,
        "--savepointPath=s");
  }

  private static List<Event> events(long... times) {
    return Arrays.stream(times).mapToObj(t -> Event.of(t, "k", t, Map.of())).toList();
  }

  private List<Path> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void sharedFolder_isKept_andEmptiedByTheNextRun_exceptForOneThatGoesOn() throws IOException {
    FlinkSettings settings = settings(LocalRunner.FLINK, shared);
    Path panes = folder.resolve("panes-a.jsonl");
    Path late = folder.resolve("late-a.jsonl");
    Path others = folder.resolve("others.jsonl");
    Path events = folder.resolve("replay.bin");
    for (Path file : List.of(panes, late, others)) {
      Files.createFile(file);
    }
    RunFolder.open(settings, events(1, 2)).close();
    assertThat(inFolder()).containsExactly(others, events);

    Files.createFile(panes);
    FlinkSettings goOn =
        settings(LocalRunner.FLINK, "--flinkMaster=a:1", shared, "--savepointPath=s");
    RunFolder.open(goOn, events(1, 2)).close();
    assertThat(inFolder()).containsExactly(others, panes, events);
    assertThatThrownBy(() -> RunFolder.open(goOn, events(1, 3)))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--savepointPath=%s: the events of that run, in %s, were others. Give the same input and"
                + " the same options for it.",
            goOn.savepointPath().orElseThrow(), events);
    assertThat(inFolder()).containsExactly(others, panes, events);
  }

  @Test
  void temporaryFolder_goes() throws IOException {
    RunFolder temporary = RunFolder.open(settings(LocalRunner.FLINK), events(1));
    try (temporary) {
      assertThat(temporary.path().resolve(ReplayFile.NAME)).exists();
    }
    assertThat(temporary.path()).doesNotExist();
  }

  @Test
  void clusterThatIsNotThere_isRefused() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    assertThatThrownBy(() -> new FlinkCluster("localhost", port).requireReachable("--flinkMaster"))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--flinkMaster=localhost:%d: http://localhost:%d/overview gives no answer of Flink. Start"
                + " the cluster, or give the address and port of its REST API.",
            port, port);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          404 | Not found                    | gives no answer of Flink. Start the cluster
          200 | {"version":"1.19.0"}         | gives no answer of Flink. Start the cluster
          200 | {"flink-version":"1.18.1"}   | runs Flink 1.18.1, and this program is made for Flink 1.19
          200 | {"flink-version":"1.20-x"}   | runs Flink 1.20-x, and this program is made for Flink 1.19
          """)
  void otherServers_areRefused(int status, String body, String message) throws IOException {
    HttpServer server = server(status, body);
    try {
      FlinkCluster cluster = new FlinkCluster("localhost", server.getAddress().getPort());
      assertThatThrownBy(() -> cluster.requireReachable("--flinkMaster"))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(message);
    } finally {
      server.stop(0);
    }
  }

  private static HttpServer server(int status, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }
}
