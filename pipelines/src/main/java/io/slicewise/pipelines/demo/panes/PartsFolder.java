package io.slicewise.pipelines.demo.panes;

import java.nio.file.Path;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Where a pipeline leaves its lines.
 *
 * @param path a folder that all workers see
 * @param repeats whether the runner goes back to a checkpoint after a failure
 */
public record PartsFolder(Path path, boolean repeats) {
  DoFn<KV<String, String>, Void> writer(String prefix) {
    return repeats ? new WriteLines(path, prefix) : new AppendLines(path, prefix);
  }
}
