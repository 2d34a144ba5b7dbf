package io.slicewise.core.session;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Copies;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.slice.Partial;
import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The elements of a session as accumulators, in order of the sessions it was made of. There is one,
 * unless panes are withdrawn: then what was shown in a pane stays apart from what came after it
 * until the next pane.
 */
final class SessionContent<A> {

  /**
   * Elements that are kept together.
   *
   * @param shownIn the window in which exactly these were shown and not withdrawn yet, or null
   */
  record Part<A>(Partial<A> partial, TimeWindow shownIn) {
    boolean isShown() {
      return shownIn != null;
    }
  }

  private final List<Part<A>> parts = new ArrayList<>();

  List<Part<A>> parts() {
    return parts;
  }

  <V> void add(V value, AggregateFunction<V, A, ?> function) {
    if (parts.isEmpty() || lastPart().isShown()) {
      parts.add(new Part<>(Partial.of(function.create()), null));
    }
    lastPart().partial().add(value, function);
  }

  /** Takes over what a later session holds. */
  void append(SessionContent<A> later, AggregateFunction<?, A, ?> function) {
    for (Part<A> part : later.parts) {
      boolean together = !parts.isEmpty() && !lastPart().isShown() && !part.isShown();
      if (together) {
        A merged =
            function.merge(
                Arrays.asList(lastPart().partial().copy(function), part.partial().copy(function)));
        parts.set(parts.size() - 1, new Part<>(Partial.of(merged), null));
      } else {
        parts.add(part);
      }
    }
  }

  /** Everything, as an accumulator of its own. */
  Folded<A> fold(AggregateFunction<?, A, ?> function) {
    Copies<A> copies = new Copies<>(function);
    parts.forEach(part -> copies.add(part.partial()));
    return copies.merged();
  }

  /** Notes that everything, whose fold is {@code folded}, is shown in {@code window}. */
  void markShown(TimeWindow window, A folded, AggregateFunction<?, A, ?> function) {
    Partial<A> all =
        parts.size() == 1 ? parts.get(0).partial() : Partial.ofBytes(function.encode(folded));
    parts.clear();
    parts.add(new Part<>(all, window));
  }

  /** The first window but {@code window} in which something of this was shown, or null. */
  TimeWindow firstShownElsewhere(TimeWindow window) {
    for (Part<A> part : parts) {
      if (part.isShown() && !part.shownIn().equals(window)) {
        return part.shownIn();
      }
    }
    return null;
  }

  void clear() {
    parts.clear();
  }

  private Part<A> lastPart() {
    return parts.get(parts.size() - 1);
  }
}
