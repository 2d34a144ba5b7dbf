package io.slicewise.pipelines.demo;

import java.nio.file.Path;

/**
 * The files the demo writes.
 *
 * @param panes one JSON object per pane
 * @param report the HTML page
 */
public record OutputFiles(Path panes, Path report) {
  /** One JSON object per late event. */
  public Path late() {
    return beside(".late.jsonl");
  }

  /** One JSON object per row that could not be read; absent if there is none. */
  public Path deadLetters() {
    return beside(".dead-letters.jsonl");
  }

  private Path beside(String ending) {
    return panes.resolveSibling(panes.getFileName() + ending);
  }
}
