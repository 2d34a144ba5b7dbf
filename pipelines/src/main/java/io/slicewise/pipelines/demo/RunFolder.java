package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.panes.WriteLateEvents;
import io.slicewise.pipelines.demo.panes.WritePanes;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.demo.replay.ReplayFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the events of a run wait and its panes are gathered. A folder that the user names is kept,
 * for a later run to go on from; a temporary one goes when it is closed.
 *
 * @param path the folder
 * @param temporary whether it goes
 */
record RunFolder(Path path, boolean temporary) implements AutoCloseable {
  /**
   * Opens the folder of the settings with these events in it, and no panes but those of a run that
   * is gone on with.
   *
   * @throws SettingException if the run is to go on with other events
   */
  static RunFolder open(FlinkSettings flink, List<Event> events) throws IOException {
    RunFolder folder =
        flink
            .sharedFolder()
            .map(path -> new RunFolder(path, false))
            .orElseGet(() -> new RunFolder(temporaryFolder(), true));
    if (flink.savepointPath().isPresent()) {
      folder.requireSame(events, flink.savepointPath().get());
    } else {
      WritePanes.clear(folder.path);
      WriteLateEvents.clear(folder.path);
      ReplayFile.write(folder.events(), events);
    }
    return folder;
  }

  private static Path temporaryFolder() {
    String place = System.getProperty("java.io.tmpdir");
    try {
      return Files.createTempDirectory(Path.of(place), "slicewise-demo-");
    } catch (IOException e) {
      throw new SettingException(
          String.format(
              "-Djava.io.tmpdir=%s: no folder can be made there. Name a folder that may be written.",
              place));
    }
  }

  private void requireSame(List<Event> events, String savepoint) throws IOException {
    Path given = Files.createTempFile(path, "given", ".bin");
    try {
      ReplayFile.write(given, events);
      if (Files.mismatch(given, events()) >= 0) {
        throw new SettingException(
            String.format(
                "--savepointPath=%s: the events of that run, in %s, were others. Give the same"
                    + " input and the same options for it.",
                savepoint, events()));
      }
    } finally {
      Files.delete(given);
    }
  }

  /** The file to replay. */
  Path events() {
    return path.resolve(ReplayFile.NAME);
  }

  @Override
  public void close() throws IOException {
    if (!temporary) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(path);
  }
}
