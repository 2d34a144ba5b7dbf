package io.slicewise.beam;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Which outputs an aggregation has beside those of its panes.
 *
 * @param late whether late elements have one
 * @param future whether elements that are too far ahead of the watermark have one
 */
record SideOutputs(boolean late, boolean future) implements Serializable {
  static final SideOutputs NONE = new SideOutputs(false, false);
  static final SideOutputs LATE = new SideOutputs(true, false);

  // The ids of the tags are part of the names of a running pipeline's outputs.

  /** The tag of the late elements. */
  static <K, V> TupleTag<KV<K, LateElement<V>>> lateTag() {
    return new TupleTag<>("late");
  }

  /** The tag of the elements too far ahead of the watermark. */
  static <K, V> TupleTag<KV<K, V>> futureTag() {
    return new TupleTag<>("future");
  }

  /** The tags of those there are. */
  List<TupleTag<?>> tags() {
    List<TupleTag<?>> tags = new ArrayList<>();
    if (late) {
      tags.add(lateTag());
    }
    if (future) {
      tags.add(futureTag());
    }
    return tags;
  }
}
