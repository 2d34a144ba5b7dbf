package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Leaves lines in a folder, numbered by key, for a runner that goes back to a checkpoint after a
 * failure. A line is there when its bundle has ended, and so before any checkpoint that knows its
 * number; {@link Parts} tells which lines are in effect.
 *
 * <p>The clocks of the machines must differ by less than a job takes to start again.
 */
final class WriteLines extends DoFn<KV<String, String>, Void> {
  private static final long serialVersionUID = 1L;

  @StateId("written")
  private final StateSpec<ValueState<Long>> writtenSpec = StateSpecs.value(VarLongCoder.of());

  private final PartFile part;

  WriteLines(Path folder, String prefix) {
    this.part = new PartFile(folder, prefix);
  }

  @StartBundle
  public void start() {
    part.start();
  }

  @ProcessElement
  public void process(
      @Element KV<String, String> line, @StateId("written") ValueState<Long> written) {
    long number = Optional.ofNullable(written.read()).orElse(0L);
    part.add(line.getKey(), number, line.getValue());
    written.write(number + 1);
  }

  @FinishBundle
  public void finish() throws IOException {
    part.finish();
  }
}
