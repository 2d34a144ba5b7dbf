package io.slicewise.pipelines.demo.input;

/** Takes the lines of an input apart. */
interface RowParser {
  /** Goes over all lines in order and gives each row, or why there is none, to the receiver. */
  void parse(Iterable<TextLine> lines, Receiver receiver);

  /** Takes rows. */
  interface Receiver {
    /** A row. */
    void row(Row row);

    /** Something that is no row. */
    void unreadable(DeadLetter letter);
  }
}
