package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Leaves lines in a folder, numbered by instance, for a runner that repeats nothing: this takes no
 * state, before which DirectRunner puts a grouping.
 */
final class AppendLines extends DoFn<KV<String, String>, Void> {
  private static final long serialVersionUID = 1L;

  private final PartFile part;
  private transient String instance;
  private transient long written;

  AppendLines(Path folder, String prefix) {
    this.part = new PartFile(folder, prefix);
  }

  @Setup
  public void setUp() {
    instance = UUID.randomUUID().toString();
    written = 0;
  }

  @StartBundle
  public void start() {
    part.start();
  }

  @ProcessElement
  public void process(@Element KV<String, String> line) {
    part.add(instance, written, line.getValue());
    written++;
  }

  @FinishBundle
  public void finish() throws IOException {
    part.finish();
  }
}
