package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Leaves lines in a folder, numbered by key. Each instance appends once per bundle to a file of its
 * own. A line is there when its bundle has ended, and so before any checkpoint that knows its
 * number; it was handed to the operating system, which may lose it if the machine stops. {@link
 * Parts} tells which lines are in effect when a runner has repeated some.
 *
 * <p>The clocks of the machines must differ by less than a job takes to start again.
 */
final class WriteLines extends DoFn<KV<String, String>, Void> {
  private static final long serialVersionUID = 1L;

  @StateId("written")
  private final StateSpec<ValueState<Long>> writtenSpec = StateSpecs.value(VarLongCoder.of());

  private final String folder;
  private final String prefix;

  /** Of this instance; absent before its first bundle. */
  private transient Optional<Path> part;

  /** Of one bundle. */
  private transient StringBuilder lines;

  private transient long bundleMillis;

  WriteLines(Path folder, String prefix) {
    this.folder = folder.toAbsolutePath().toString();
    this.prefix = prefix;
  }

  @Setup
  public void setUp() {
    part = Optional.empty();
  }

  /** Forgets what a failed bundle left. */
  @StartBundle
  public void start() {
    lines = new StringBuilder();
    bundleMillis = System.currentTimeMillis();
  }

  @ProcessElement
  public void process(
      @Element KV<String, String> line, @StateId("written") ValueState<Long> written) {
    long number = Optional.ofNullable(written.read()).orElse(0L);
    lines
        .append(
            JsonLines.write(new NumberedLine(line.getKey(), number, bundleMillis, line.getValue())))
        .append('\n');
    written.write(number + 1);
  }

  @FinishBundle
  public void finish() throws IOException {
    if (lines.length() == 0) {
      return;
    }
    Path file = part.orElseGet(() -> Path.of(folder, prefix + "-" + UUID.randomUUID() + ".jsonl"));
    // After a failure its last line may be torn, and nothing must follow that.
    part = Optional.empty();
    Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    part = Optional.of(file);
  }
}
