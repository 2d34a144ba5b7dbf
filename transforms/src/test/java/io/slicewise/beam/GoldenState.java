package io.slicewise.beam;

import static io.slicewise.golden.GoldenFile.nameOf;

import io.slicewise.golden.GoldenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.apache.beam.sdk.coders.Coder;
import org.joda.time.Instant;

/**
 * A key of one kind of windows, as it is stored after some events, and what becomes of it after
 * others. Of the events, {@code 7@3} is an element 7 with timestamp 3, {@code w10} a watermark, and
 * {@code p5} a processing time.
 *
 * @param name of the golden file
 * @param description its first line
 * @param harness makes a {@code DoFn} with nothing stored
 * @param before what is stored comes from these events
 * @param after the panes come from these
 */
record GoldenState(
    String name,
    String description,
    Supplier<SliceDoFnHarness<Long, ?, ?>> harness,
    String before,
    String after) {
  private static final HexFormat HEX = HexFormat.of();
  private static final String KEY = "k";

  @Override
  public String toString() {
    return name;
  }

  /** The golden file, from the events alone. */
  List<String> whole() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + description);
    lines.add("before: " + before);
    SliceDoFnHarness<Long, ?, ?> key = harness.get();
    run(before, key);
    lines.addAll(stored(key));
    key.panesOf.values().forEach(List::clear);
    key.late.clear();
    lines.add("after: " + after);
    run(after, key);
    lines.addAll(shown(key));
    return lines;
  }

  /** The panes and late elements of a key that goes on from what {@code file} has stored. */
  List<String> wentOnFrom(GoldenFile file) throws IOException {
    SliceDoFnHarness<Long, ?, ?> key = restored(file);
    run(before.replaceAll("\\S+@\\S+", "").strip(), key);
    run(after, key);
    return shown(key);
  }

  /** What is stored once {@code file} has been read and written again. */
  List<String> writtenAgain(GoldenFile file) throws IOException {
    SliceDoFnHarness<Long, ?, ?> harnessOfKey = restored(file);
    SliceDoFnHarness<Long, ?, ?>.Key key = harnessOfKey.keyOf(KEY);
    rewrite(key.cell);
    rewrite(key.hot);
    rewrite(key.cold);
    return stored(harnessOfKey);
  }

  private static <S> void rewrite(FakeStateCell<S> cell) {
    if (cell.bytes != null) {
      cell.write(cell.read());
    }
  }

  private SliceDoFnHarness<Long, ?, ?> restored(GoldenFile file) throws IOException {
    SliceDoFnHarness<Long, ?, ?> made = harness.get();
    SliceDoFnHarness<Long, ?, ?>.Key key = made.keyOf(KEY);
    key.cell.bytes = bytes(file, "key");
    key.hot.bytes = bytes(file, "hot");
    key.cold.bytes = bytes(file, "cold");
    key.eventTimer.target = time(file, "event timer");
    key.processingTimer.target = time(file, "processing timer");
    return made;
  }

  private static byte[] bytes(GoldenFile file, String cell) throws IOException {
    List<String> lines = file.lines(cell);
    return lines.isEmpty() ? null : HEX.parseHex(lines.get(0).replaceFirst(".* ", ""));
  }

  private static Instant time(GoldenFile file, String timer) throws IOException {
    List<String> lines = file.lines(timer);
    return lines.isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(lines.get(0)));
  }

  /** The lines of what a runner keeps of the key. */
  private static List<String> stored(SliceDoFnHarness<Long, ?, ?> harness) {
    SliceDoFnHarness<Long, ?, ?>.Key key = harness.keyOf(KEY);
    List<String> lines = new ArrayList<>();
    addCell("key", key.cell, lines);
    addCell("hot", key.hot, lines);
    addCell("cold", key.cold, lines);
    addTimer("event timer", key.eventTimer, lines);
    addTimer("processing timer", key.processingTimer, lines);
    return lines;
  }

  private static void addCell(String label, FakeStateCell<?> cell, List<String> lines) {
    if (cell.bytes != null) {
      Coder<?> coder = cell.coder();
      lines.add(label + ": " + nameOf(coder) + " " + HEX.formatHex(cell.bytes));
    }
  }

  private static void addTimer(String label, FakeTimer timer, List<String> lines) {
    if (timer.target != null) {
      lines.add(label + ": " + timer.target.getMillis());
    }
  }

  private static List<String> shown(SliceDoFnHarness<Long, ?, ?> harness) {
    List<String> lines = new ArrayList<>();
    harness.panesOf.forEach(
        (spec, panes) ->
            panes.forEach(
                pane -> lines.add(SlicedAggregation.panesTag(spec).getId() + ": " + pane)));
    harness.late.forEach(late -> lines.add("late: " + late));
    return lines;
  }

  private static void run(String events, SliceDoFnHarness<Long, ?, ?> harness) {
    for (String event : events.isEmpty() ? new String[0] : events.split(" +", -1)) {
      int at = event.indexOf('@');
      if (at >= 0) {
        long timestamp = Long.parseLong(event.substring(at + 1));
        harness.element(KEY, Long.parseLong(event.substring(0, at)), timestamp);
      } else if (event.startsWith("w")) {
        harness.advanceWatermark(Long.parseLong(event.substring(1)));
      } else {
        harness.advanceProcessingTime(Long.parseLong(event.substring(1)));
      }
    }
  }
}
