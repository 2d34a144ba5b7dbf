package io.slicewise.pipelines.scenario.aggregate;

import java.util.List;
import org.apache.beam.sdk.values.KV;

/** The results of {@link Aggregate}s as values of a scenario. */
public final class PaneValues {
  private PaneValues() {}

  /** {@code result} as numbers, strings and lists of them. */
  public static Object of(Object result) {
    if (result instanceof List<?> list) {
      return list.stream().map(PaneValues::of).toList();
    }
    if (result instanceof KV<?, ?> pair) {
      return List.of(of(pair.getKey()), of(pair.getValue()));
    }
    return result;
  }
}
