package io.slicewise.cluster;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** The demo in a process of its own, and what it wrote. */
final class DemoProcess {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path output;
  private final Path panes;
  private final Process process;

  /** Starts it, with its output in files of this name. */
  DemoProcess(Cluster cluster, Path folder, String name, List<String> command) throws IOException {
    this.output = folder.resolve(name + ".txt");
    this.panes = folder.resolve(name + ".jsonl");
    List<String> words = new ArrayList<>(command);
    words.add("--output=" + panes);
    words.add("--report=" + folder.resolve(name + ".html"));
    this.process = cluster.run(output, words);
  }

  /** Waits for what must happen while the demo runs. */
  void await(String what, Callable<Boolean> happened) throws Exception {
    while (!happened.call()) {
      assertThat(process.isAlive())
          .as("the demo ended and there was not %s: %s", what, Files.readString(output))
          .isTrue();
      Thread.sleep(250);
    }
  }

  void awaitSuccess() throws IOException, InterruptedException {
    int status = process.waitFor();
    assertThat(status).as(Files.readString(output)).isZero();
  }

  /** The panes of each window of a key, by index. */
  Map<String, List<JsonNode>> panesByWindow() throws IOException {
    return lines(panes).stream()
        .collect(
            groupingBy(
                pane -> pane.get("key").textValue() + pane.get("window"), TreeMap::new, toList()));
  }

  List<JsonNode> lateEvents() throws IOException {
    return lines(panes.resolveSibling(panes.getFileName() + ".late.jsonl"));
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }
}
