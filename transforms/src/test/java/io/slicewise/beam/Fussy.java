package io.slicewise.beam;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** A function and coders with values that they cannot bear, each of them in another place. */
final class Fussy {
  static final long ADD = -1;
  static final long ENCODE_VALUE = -2;
  static final long ENCODE_VALUE_UNCHECKED = -3;
  static final long ENCODE_VALUE_IO = -4;
  static final long DECODE_VALUE = -5;
  static final long ENCODE_ACCUMULATOR = -6;
  static final long DECODE_ACCUMULATOR = -7;
  static final long MERGE = -8;
  static final long EXTRACT = -9;
  static final String ENCODE_KEY = "no key";

  /** All that are bad by themselves. */
  static final List<Long> BAD =
      List.of(
          ADD,
          ENCODE_VALUE,
          ENCODE_VALUE_UNCHECKED,
          ENCODE_VALUE_IO,
          DECODE_VALUE,
          ENCODE_ACCUMULATOR,
          DECODE_ACCUMULATOR);

  private Fussy() {}

  /** Shows which elements a pane holds, as {@link Contents}. */
  static final class Fn extends CombineFn<Long, List<Long>, String> {
    private static final long serialVersionUID = 1L;

    private final Contents contents = new Contents();

    @Override
    public List<Long> createAccumulator() {
      return contents.createAccumulator();
    }

    @Override
    public List<Long> addInput(List<Long> accumulator, Long input) {
      if (input == ADD) {
        throw new IllegalArgumentException("not this one");
      }
      return contents.addInput(accumulator, input);
    }

    @Override
    public List<Long> mergeAccumulators(Iterable<List<Long>> accumulators) {
      List<List<Long>> all = new ArrayList<>();
      accumulators.forEach(all::add);
      if (all.stream().anyMatch(one -> one.contains(MERGE))) {
        throw new IllegalArgumentException("not merged");
      }
      return contents.mergeAccumulators(all);
    }

    @Override
    public String extractOutput(List<Long> accumulator) {
      if (accumulator.contains(EXTRACT)) {
        throw new IllegalArgumentException("not shown");
      }
      return contents.extractOutput(accumulator);
    }

    @Override
    public Coder<List<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return new Accumulators();
    }

    @Override
    public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return StringUtf8Coder.of();
    }
  }

  /** The coder of the values. */
  static final class Values extends Delegating<Long> {
    private static final long serialVersionUID = 1L;

    Values() {
      super(VarLongCoder.of());
    }

    @Override
    void beforeEncoding(Long value) throws IOException {
      refuse(value == ENCODE_VALUE, "not encoded");
      if (value == ENCODE_VALUE_UNCHECKED) {
        throw new IllegalStateException("not encoded, unchecked");
      }
      if (value == ENCODE_VALUE_IO) {
        throw new IOException("not written");
      }
    }

    @Override
    void afterDecoding(Long value) throws IOException {
      refuse(value == DECODE_VALUE, "not decoded");
    }
  }

  /** The coder of the accumulators. */
  static final class Accumulators extends Delegating<List<Long>> {
    private static final long serialVersionUID = 1L;

    Accumulators() {
      super(ListCoder.of(VarLongCoder.of()));
    }

    @Override
    void beforeEncoding(List<Long> values) throws IOException {
      refuse(values.contains(ENCODE_ACCUMULATOR), "accumulator not encoded");
    }

    @Override
    void afterDecoding(List<Long> values) throws IOException {
      refuse(values.contains(DECODE_ACCUMULATOR), "accumulator not decoded");
    }
  }

  /** The coder of the keys. */
  static final class Keys extends Delegating<String> {
    private static final long serialVersionUID = 1L;

    Keys() {
      super(StringUtf8Coder.of());
    }

    @Override
    void beforeEncoding(String key) throws IOException {
      refuse(key.equals(ENCODE_KEY), "key not encoded");
    }

    @Override
    void afterDecoding(String key) {}
  }

  private static void refuse(boolean refused, String message) throws CoderException {
    if (refused) {
      throw new CoderException(message);
    }
  }

  /** No bad one of {@code values}. */
  static Predicate<Long> isGood() {
    return value -> !BAD.contains(value);
  }

  private abstract static class Delegating<T> extends AtomicCoder<T> {
    private static final long serialVersionUID = 1L;

    private final Coder<T> coder;

    private Delegating(Coder<T> coder) {
      this.coder = coder;
    }

    abstract void beforeEncoding(T value) throws IOException;

    abstract void afterDecoding(T value) throws IOException;

    @Override
    public void encode(T value, OutputStream out) throws IOException {
      beforeEncoding(value);
      coder.encode(value, out);
    }

    @Override
    public T decode(InputStream in) throws IOException {
      T value = coder.decode(in);
      afterDecoding(value);
      return value;
    }

    @Override
    public void verifyDeterministic() {}

    @Override
    public String toString() {
      return "Fussy." + getClass().getSimpleName();
    }
  }
}
