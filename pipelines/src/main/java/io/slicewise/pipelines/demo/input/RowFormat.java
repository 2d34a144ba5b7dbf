package io.slicewise.pipelines.demo.input;

/** How the input is written. */
public enum RowFormat {
  /** One JSON object per line. */
  JSONL,
  /** Comma-separated values as in RFC 4180, with the names of the columns in the first line. */
  CSV
}
