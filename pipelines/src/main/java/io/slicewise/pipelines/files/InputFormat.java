package io.slicewise.pipelines.files;

import java.nio.file.Path;
import java.util.Locale;

/** How a file of rows is written. */
enum InputFormat {
  /** Comma-separated values under a header. */
  CSV,
  /** One JSON object per line. */
  JSONL,
  /** An Avro container file. */
  AVRO;

  /** The format that the name of a file tells. */
  static InputFormat of(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return CSV;
    }
    return name.endsWith(".avro") ? AVRO : JSONL;
  }
}
