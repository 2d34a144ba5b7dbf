package io.slicewise.oracle;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.pipelines.scenario.AggregateSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * Every aggregate of a scenario, computed in the plainest way: an accumulator is the list of all
 * values, the result is computed from that list.
 */
final class AllValues {
  private AllValues() {}

  /** The result of {@code aggregate} for {@code values}, which arrived in this order. */
  static Object result(AggregateSpec aggregate, List<Object> values) {
    return switch (aggregate.kind()) {
      case LIST -> List.copyOf(values);
      case CONCAT -> values.stream().map(Object::toString).collect(Collectors.joining());
      case COUNT -> (long) values.size();
      case DISTINCT -> (long) new HashSet<>(values).size();
      case SUM -> sum(values);
      case MEAN -> ((Number) sum(values)).doubleValue() / values.size();
      case MIN -> Collections.min(comparable(values));
      case MAX -> Collections.max(comparable(values));
      case TOP_N -> top(values, aggregate.limit());
    };
  }

  private static Object sum(List<Object> values) {
    if (values.stream().anyMatch(Double.class::isInstance)) {
      double sum = 0;
      for (Object value : values) {
        sum += ((Number) value).doubleValue();
      }
      return sum;
    }
    return values.stream().mapToLong(value -> (Long) value).sum();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<Comparable<Object>> comparable(List<Object> values) {
    return (List) values;
  }

  private static Object top(List<Object> values, int limit) {
    Map<Object, Long> counts =
        values.stream()
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<Object, Long>comparingByValue().reversed())
        .limit(limit)
        .map(entry -> List.of(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** The aggregate for Beam. */
  static final class BeamFn extends CombineFn<Object, List<Object>, Object> {
    private static final long serialVersionUID = 1L;

    private final AggregateSpec.Kind kind;
    private final int limit;

    BeamFn(AggregateSpec aggregate) {
      this.kind = aggregate.kind();
      this.limit = aggregate.limit();
    }

    @Override
    public List<Object> createAccumulator() {
      return new ArrayList<>();
    }

    @Override
    public List<Object> addInput(List<Object> accumulator, Object value) {
      accumulator.add(value);
      return accumulator;
    }

    @Override
    public List<Object> mergeAccumulators(Iterable<List<Object>> accumulators) {
      List<Object> merged = new ArrayList<>();
      accumulators.forEach(merged::addAll);
      return merged;
    }

    @Override
    public Object extractOutput(List<Object> accumulator) {
      return result(new AggregateSpec(kind, limit), accumulator);
    }
  }

  /**
   * The aggregate for the engine. It does all that a function may do to accumulators: merging
   * spoils every input, extracting empties its own.
   */
  static final class EngineFn implements AggregateFunction<Object, List<Object>, Object> {
    private static final long serialVersionUID = 1L;

    private final AggregateSpec.Kind kind;
    private final int limit;

    EngineFn(AggregateSpec aggregate) {
      this.kind = aggregate.kind();
      this.limit = aggregate.limit();
    }

    @Override
    public List<Object> create() {
      return new ArrayList<>();
    }

    @Override
    public List<Object> add(List<Object> accumulator, Object value) {
      accumulator.add(value);
      return accumulator;
    }

    @Override
    public List<Object> merge(List<List<Object>> accumulators) {
      List<Object> merged = new ArrayList<>();
      for (List<Object> accumulator : accumulators) {
        merged.addAll(accumulator);
        accumulator.clear();
        accumulator.add("spoilt by a merge");
      }
      return merged;
    }

    /** Unless the result shows the order of the values. */
    @Override
    public boolean isInvertible() {
      return kind != AggregateSpec.Kind.CONCAT && kind != AggregateSpec.Kind.LIST;
    }

    @Override
    public List<Object> remove(List<Object> whole, List<Object> part) {
      List<Object> left = new ArrayList<>(whole);
      for (Object value : part) {
        if (!left.remove(value)) {
          throw new IllegalStateException(value + " was never merged into " + whole);
        }
      }
      whole.add("spoilt by a removal");
      part.add("spoilt by a removal");
      return left;
    }

    @Override
    public Object extract(List<Object> accumulator) {
      Object result = result(new AggregateSpec(kind, limit), accumulator);
      accumulator.clear();
      accumulator.add("spoilt by an extract");
      return result;
    }

    @Override
    public byte[] encode(List<Object> accumulator) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(accumulator.size());
        for (Object value : accumulator) {
          out.writeChar(value.getClass().getSimpleName().charAt(0));
          out.writeUTF(value.toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    @Override
    public List<Object> decode(byte[] bytes) {
      List<Object> values = new ArrayList<>();
      try {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        for (int left = in.readInt(); left > 0; left--) {
          char type = in.readChar();
          String text = in.readUTF();
          values.add(
              switch (type) {
                case 'L' -> Long.valueOf(text);
                case 'D' -> Double.valueOf(text);
                default -> text;
              });
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return values;
    }
  }
}
