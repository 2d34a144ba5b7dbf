package io.slicewise.hostile;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/** The same elements with another coder. */
final class WithCoder
    extends PTransform<PCollection<KV<String, Long>>, PCollection<KV<String, Long>>> {
  private static final long serialVersionUID = 1L;

  private final Coder<KV<String, Long>> coder;

  WithCoder(Coder<KV<String, Long>> coder) {
    this.coder = coder;
  }

  @Override
  public PCollection<KV<String, Long>> expand(PCollection<KV<String, Long>> input) {
    return input.apply(ParDo.of(new Same())).setCoder(coder);
  }

  private static final class Same extends DoFn<KV<String, Long>, KV<String, Long>> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(
        @Element KV<String, Long> element, OutputReceiver<KV<String, Long>> output) {
      output.output(element);
    }
  }
}
