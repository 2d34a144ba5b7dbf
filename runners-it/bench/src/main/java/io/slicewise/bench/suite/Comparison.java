package io.slicewise.bench.suite;

import io.slicewise.bench.engine.RunResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Holds runs of one row against each other: those of as many events must give the same panes. */
final class Comparison {
  private final String row;
  private final Map<Long, RunResult> firstByEvents = new HashMap<>();

  Comparison(String row) {
    this.row = row;
  }

  /**
   * Adds a run; one without a checksum agrees with all.
   *
   * @throws MismatchException if it differs from an earlier one
   */
  void add(RunResult run) {
    if (run.checksum() == null) {
      return;
    }
    RunResult first = firstByEvents.putIfAbsent(run.events(), run);
    if (first != null && !said(first).equals(said(run))) {
      throw new MismatchException(
          String.format(
              "row %s, %d events: %s has %s, but %s has %s. No figure of this row can be trusted.",
              row, run.events(), first.engine(), said(first), run.engine(), said(run)));
    }
  }

  /** Late events make the number of panes depend on when watermarks come; windows stay the same. */
  private static String said(RunResult run) {
    boolean once = Objects.equals(run.panes(), run.windows());
    return String.format(
        "%s %d and checksum %s", once ? "panes" : "windows", run.windows(), run.checksum());
  }
}
