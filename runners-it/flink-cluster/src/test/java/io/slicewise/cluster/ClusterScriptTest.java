package io.slicewise.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that starts and stops a cluster. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClusterScriptTest {
  private static final String SCRIPT = "runners-it/flink-cluster/cluster";

  @TempDir private Path folder;

  private record Outcome(int status, String out, String err) {}

  private Outcome run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Path.of("cluster").toAbsolutePath().toString()));
    command.addAll(List.of(words));
    Path err = folder.resolve("err.txt");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes());
    return new Outcome(process.waitFor(), out, Files.readString(err));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dance                        | dance: unknown command. Try cluster --help.
          start --speed 3              | --speed: unknown option. Try cluster --help.
          start --slots                | --slots: its value is missing. Try cluster --help.
          start --slots two            | --slots two: must be a whole number, zero or more.
          start --slots 0              | --slots 0: must be one or more.
          start --task-managers 0      | --task-managers 0: must be one or more.
          start -D parallelism         | -D parallelism: not KEY=VALUE. Use for example heartbeat.interval=1000.
          start --lib DIR              | --lib DIR: has no jars. Build this module first, or give the lib folder of Flink.
          start --owner 999999999      | --owner 999999999: no such process.
          status --dir DIR             | --dir DIR: no cluster runs there. Start it first.
          add --dir DIR                | --dir DIR: no cluster runs there. Start it first.
          run --dir DIR                | run: needs a command. Try cluster --help.
          kill                         | kill: needs the number of a TaskManager. Try cluster --help.
          kill one                     | kill one: must be a whole number, zero or more.
          kill 1 --dir DIR             | kill 1: no TaskManager 1 runs in DIR. See cluster status.
          """)
  void mistakes_areOneLineOfError(String words, String error)
      throws IOException, InterruptedException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertThat(run(words.replace("DIR", empty.toString()).split(" ", -1)))
        .isEqualTo(new Outcome(1, "", "cluster: " + error.replace("DIR", empty.toString()) + "\n"));
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void classPathOfTheCluster_hasNothingOfOurs() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/flink"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .anyMatch(jar -> jar.startsWith("flink-runtime-"))
          .noneMatch(jar -> jar.contains("beam") || jar.contains("slicewise"));
    }
  }

  @Test
  void eachCommandOfTheGuide_isRunByTheseTests() throws IOException {
    assertThat(FlinkGuide.commands())
        .extracting(command -> String.join(" ", List.of(command.split(" ", -1)).subList(0, 2)))
        .containsExactly(
            SCRIPT + " start",
            SCRIPT + " status",
            SCRIPT + " stop",
            "java -jar",
            "flink list",
            "flink stop",
            "java -jar",
            "flink stop");
  }

  private Outcome guide(String name, String... more) throws IOException, InterruptedException {
    String command = FlinkGuide.command(SCRIPT + " " + name, "");
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.remove(0);
    words.addAll(List.of(more));
    return run(words.stream().map(word -> word.equals("8081") ? "0" : word).toArray(String[]::new));
  }

  /** As when the process of a test is killed: nobody is left to stop the cluster. */
  @Test
  void allProcesses_endWithTheOwner() throws IOException, InterruptedException {
    // It waits for input that never comes, and ends with this process at the latest.
    Process owner = new ProcessBuilder("cat").start();
    String dir = folder.resolve("cluster").toString();
    Outcome started =
        guide("start", "--task-managers", "1", "--dir", dir, "--owner", "" + owner.pid());
    assertThat(started.status()).as(started.err()).isZero();
    Process command =
        new ProcessBuilder(
                Path.of("cluster").toAbsolutePath().toString(), "--dir", dir, "run", "cat")
            .start();
    List<ProcessHandle> processes = new ArrayList<>();
    while (processes.size() < 4) {
      processes.clear();
      guide("status", "--dir", dir)
          .out()
          .lines()
          .skip(1)
          .map(line -> Long.parseLong(line.split(" ", -1)[1]))
          .forEach(pid -> ProcessHandle.of(pid).ifPresent(processes::add));
    }
    assertThat(processes).contains(command.toHandle());

    owner.destroyForcibly();
    for (ProcessHandle process : processes) {
      process.onExit().join();
    }
    assertThat(guide("status", "--dir", dir).err()).contains("no cluster runs there");
    assertThat(guide("stop", "--dir", dir)).isEqualTo(new Outcome(0, "", ""));
  }
}
