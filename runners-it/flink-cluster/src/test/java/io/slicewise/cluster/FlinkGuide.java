package io.slicewise.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that docs/flink.md tells a reader to run. */
final class FlinkGuide {
  private static final Path FILE = Path.of("../../docs/flink.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```sh\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

  private FlinkGuide() {}

  /** All commands, each on one line. */
  static List<String> commands() throws IOException {
    return BLOCK
        .matcher(Files.readString(FILE))
        .results()
        .map((MatchResult block) -> block.group(1).replaceAll("\\\\\n\\s*", ""))
        .flatMap(String::lines)
        .toList();
  }

  /** The only command that starts and ends like this. */
  static String command(String start, String end) throws IOException {
    List<String> found =
        commands().stream().filter(line -> line.startsWith(start) && line.endsWith(end)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(
          FILE + ": not one command but " + found + " from " + start + " to " + end);
    }
    return found.get(0);
  }

  /** A counter by the name that the guide gives it in Flink. */
  static String counter(String name) throws IOException {
    Matcher prefix = Pattern.compile("`(\\w+_)lateElements`").matcher(Files.readString(FILE));
    if (!prefix.find()) {
      throw new IllegalStateException(FILE + ": names no counter");
    }
    return prefix.group(1) + name;
  }
}
