package io.slicewise.beam;

import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/** The transforms of {@link Change}. */
final class ChangeTransforms {
  private ChangeTransforms() {}

  private static <K, O> Optional<KvCoder<K, Change<O>>> coderOf(
      PCollection<KV<K, Change<O>>> input) {
    Coder<KV<K, Change<O>>> coder = input.getCoder();
    return coder instanceof KvCoder ? Optional.of((KvCoder<K, Change<O>>) coder) : Optional.empty();
  }

  /** {@link Change#signedLongs} and its like. */
  static final class Signed<K, O>
      extends PTransform<PCollection<KV<K, Change<O>>>, PCollection<KV<K, O>>> {
    private static final long serialVersionUID = 1L;

    private final Coder<O> valueCoder;
    private final SerializableFunction<O, O> negative;

    Signed(Coder<O> valueCoder, SerializableFunction<O, O> negative) {
      this.valueCoder = valueCoder;
      this.negative = negative;
    }

    @Override
    public PCollection<KV<K, O>> expand(PCollection<KV<K, Change<O>>> input) {
      PCollection<KV<K, O>> signed = input.apply("Sign", ParDo.of(new SignFn<>(negative)));
      coderOf(input)
          .ifPresent(coder -> signed.setCoder(KvCoder.of(coder.getKeyCoder(), valueCoder)));
      return signed;
    }
  }

  private static final class SignFn<K, O> extends DoFn<KV<K, Change<O>>, KV<K, O>> {
    private static final long serialVersionUID = 1L;

    private final SerializableFunction<O, O> negative;

    SignFn(SerializableFunction<O, O> negative) {
      this.negative = negative;
    }

    @ProcessElement
    public void process(@Element KV<K, Change<O>> element, OutputReceiver<KV<K, O>> out) {
      Change<O> change = element.getValue();
      O signed = change.isRetraction() ? negative.apply(change.value()) : change.value();
      out.output(KV.of(element.getKey(), signed));
    }
  }

  /** {@link Change#upserts}. */
  static final class Upserts<K, O>
      extends PTransform<PCollection<KV<K, Change<O>>>, PCollection<KV<K, O>>> {
    private static final long serialVersionUID = 1L;

    @Override
    public PCollection<KV<K, O>> expand(PCollection<KV<K, Change<O>>> input) {
      PCollection<KV<K, O>> panes = input.apply("Drop retractions", ParDo.of(new PanesFn<>()));
      coderOf(input).ifPresent(coder -> setCoder(panes, coder));
      return panes;
    }

    private void setCoder(PCollection<KV<K, O>> panes, KvCoder<K, Change<O>> coder) {
      if (coder.getValueCoder() instanceof ChangeCoder<O> changeCoder) {
        panes.setCoder(KvCoder.of(coder.getKeyCoder(), changeCoder.valueCoder()));
      }
    }
  }

  private static final class PanesFn<K, O> extends DoFn<KV<K, Change<O>>, KV<K, O>> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process(@Element KV<K, Change<O>> element, OutputReceiver<KV<K, O>> out) {
      Change<O> change = element.getValue();
      if (!change.isRetraction()) {
        out.output(KV.of(element.getKey(), change.value()));
      }
    }
  }
}
