package io.slicewise.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Flink cluster of processes, which the script of this module starts and stops. */
final class Cluster implements AutoCloseable {
  private static final Path SCRIPT = Path.of("cluster").toAbsolutePath();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String JAVA_OPTIONS = "JDK_JAVA_OPTIONS";

  /** Processes that last for a minute are not worth the better of the two compilers. */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final Path folder;
  private final String address;

  private Cluster(Path folder, String address) {
    this.folder = folder;
    this.address = address;
  }

  /** Starts a JobManager and two TaskManagers of one slot; they end with this process. */
  static Cluster start(Path folder) throws IOException, InterruptedException {
    String address =
        script(
            folder,
            "start",
            "--owner",
            Long.toString(ProcessHandle.current().pid()),
            "-D",
            // How soon it is known that a TaskManager is gone.
            "heartbeat.interval=1000");
    return new Cluster(folder, address);
  }

  /** Host and port of the REST API. */
  String address() {
    return address;
  }

  /** Where its processes run, as {@code cluster status} prints them. */
  List<String> processes() throws IOException, InterruptedException {
    return script(folder, "status").lines().skip(1).toList();
  }

  /** Ends a TaskManager as a crash does. */
  void kill(int taskManager) throws IOException, InterruptedException {
    script(folder, "kill", Integer.toString(taskManager));
  }

  /** Starts one more TaskManager. */
  void addTaskManager() throws IOException, InterruptedException {
    script(folder, "add");
  }

  /** What the REST API says. */
  JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
    return JSON.readTree(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  /** Starts a command that ends with the cluster at the latest; its output goes to a file. */
  Process run(Path output, List<String> command) throws IOException {
    List<String> words = new ArrayList<>(List.of(SCRIPT.toString()));
    words.addAll(List.of("--dir", folder.toString(), "run"));
    words.addAll(command);
    ProcessBuilder process = new ProcessBuilder(words);
    // Flink's own commands look for its configuration there.
    process.environment().put("FLINK_CONF_DIR", folder.resolve("conf").toString());
    process.environment().put(JAVA_OPTIONS, SHORT_LIVED);
    return process.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  private static String script(Path folder, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("--dir", folder.toString()));
    Path errors = Files.createTempFile("cluster", ".txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put(JAVA_OPTIONS, SHORT_LIVED);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    int status = process.waitFor();
    assertThat(status).as("%s: %s", command, Files.readString(errors)).isZero();
    Files.delete(errors);
    return output.strip();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    script(folder, "stop");
  }
}
