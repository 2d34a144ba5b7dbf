package io.slicewise.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.KV;

/** A sum, and the coders of all that it needs, each method of which fails once and then works. */
final class MendedFns {
  private static final String KEY = "key";
  private static final String VALUE = "value";
  private static final String ACCUMULATOR = "accumulator";

  /** All places of failures. */
  static final List<String> PLACES =
      List.of(
          "addInput",
          "encode " + KEY,
          "mergeAccumulators",
          "decode " + ACCUMULATOR,
          "encode " + VALUE,
          "extractOutput",
          "decode " + KEY,
          "encode " + ACCUMULATOR,
          "decode " + VALUE);

  private MendedFns() {}

  /** The coder of the input. */
  static Coder<KV<String, Long>> elements(RecoveryRun run) {
    return KvCoder.of(
        new MendedCoder<>(run.id(), KEY, StringUtf8Coder.of()),
        new MendedCoder<>(run.id(), VALUE, VarLongCoder.of()));
  }

  /** The sum. */
  static CombineFn<Long, ?, Long> sum(RecoveryRun run) {
    return new MendedSum(run.id());
  }

  private static final class MendedSum extends CombineFn<Long, Long, Long> {
    private static final long serialVersionUID = 1L;

    private final String run;

    private MendedSum(String run) {
      this.run = run;
    }

    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long addInput(Long sum, Long input) {
      RecoveryRun.of(run).failIfDueAt("addInput");
      return sum + input;
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> sums) {
      RecoveryRun.of(run).failIfDueAt("mergeAccumulators");
      long merged = 0;
      for (long sum : sums) {
        merged += sum;
      }
      return merged;
    }

    @Override
    public Long extractOutput(Long sum) {
      RecoveryRun.of(run).failAfterPanesIfDueAt("extractOutput");
      return sum;
    }

    @Override
    public Coder<Long> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputs) {
      return new MendedCoder<>(run, ACCUMULATOR, VarLongCoder.of());
    }

    @Override
    public Coder<Long> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputs) {
      return VarLongCoder.of();
    }
  }

  private static final class MendedCoder<T> extends CustomCoder<T> {
    private static final long serialVersionUID = 1L;

    private final String run;
    private final String what;
    private final Coder<T> coder;

    private MendedCoder(String run, String what, Coder<T> coder) {
      this.run = run;
      this.what = what;
      this.coder = coder;
    }

    @Override
    public void encode(T value, OutputStream out) throws IOException {
      RecoveryRun.of(run).failIfDueAt("encode " + what);
      coder.encode(value, out);
    }

    @Override
    public T decode(InputStream in) throws IOException {
      RecoveryRun.of(run).failIfDueAt("decode " + what);
      return coder.decode(in);
    }

    @Override
    public void verifyDeterministic() {}

    @Override
    public boolean equals(Object other) {
      return other instanceof MendedCoder<?> that && that.run.equals(run) && that.what.equals(what);
    }

    @Override
    public int hashCode() {
      return what.hashCode();
    }
  }
}
