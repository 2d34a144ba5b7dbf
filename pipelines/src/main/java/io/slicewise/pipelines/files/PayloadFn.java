package io.slicewise.pipelines.files;

import org.apache.beam.sdk.transforms.DoFn;
import org.joda.time.Instant;

/** The records of chunks, in their order; counts them. */
final class PayloadFn extends DoFn<Chunk, byte[]> {
  private static final long serialVersionUID = 1L;

  private final String run;

  PayloadFn(String run) {
    this.run = run;
  }

  @ProcessElement
  public void process(@Element Chunk chunk, OutputReceiver<byte[]> payloads) {
    for (SpooledRecord record : chunk.records()) {
      Progress.of(run).read(record.timestampMillis());
      payloads.outputWithTimestamp(
          record.payload(), Instant.ofEpochMilli(record.timestampMillis()));
    }
  }
}
