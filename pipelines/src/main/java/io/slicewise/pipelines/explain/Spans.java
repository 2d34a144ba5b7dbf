package io.slicewise.pipelines.explain;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.window.SliceEdges;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The slices and windows that there are, of windows that depend on time alone.
 *
 * @param plans the windows; none if they depend on elements
 * @param startMillis where a look at them starts: the first start of a window from time 0 on, or,
 *     of a calendar, from the year 2026 on
 * @param times how its instants are told
 */
record Spans(List<WindowPlan> plans, long startMillis, TimeText times) {
  private static final LocalDate FIRST_DATE = LocalDate.of(2026, 1, 1);

  /** Copies the plans. */
  Spans {
    plans = List.copyOf(plans);
  }

  static Spans of(Question question) {
    List<WindowPlan> plans = new ArrayList<>();
    for (WindowingSpec spec : question.aggregation().specs()) {
      if (spec.windows() instanceof WindowPlan plan && plan.hasEnd()) {
        plans.add(plan);
      }
    }
    Optional<ZoneId> zone =
        question.windows().get(0) instanceof WindowSpec.Calendar calendar
            ? Optional.of(ZoneId.of(calendar.zone()))
            : Optional.empty();
    long from =
        zone.map(place -> FIRST_DATE.atStartOfDay(place).toInstant().toEpochMilli()).orElse(0L);
    long start = plans.stream().mapToLong(plan -> firstStart(plan, from)).min().orElse(from);
    return new Spans(plans, start, new TimeText(zone));
  }

  private static long firstStart(WindowPlan plan, long from) {
    long last = plan.lastStartedWindow(from);
    return plan.startOf(last) == from ? from : plan.startOf(last + 1);
  }

  /** Whether windows depend on time alone, and end. */
  boolean areThere() {
    return !plans.isEmpty();
  }

  SliceEdges edges() {
    return new SliceEdges(plans);
  }

  /** The slices from the start on, those between windows included. */
  List<TimeWindow> slices(int count) {
    List<TimeWindow> slices = new ArrayList<>();
    SliceEdges edges = edges();
    long from = startMillis;
    for (int i = 0; i < count; i++) {
      long next = edges.lastInstantOf(from) + 1;
      slices.add(new TimeWindow(from, next));
      from = next;
    }
    return slices;
  }

  /** In how many windows an instant lies, of all plans together. */
  long windowsAt(long instantMillis) {
    return plans.stream().mapToLong(plan -> windowsAt(plan, instantMillis)).sum();
  }

  private static long windowsAt(WindowPlan plan, long instantMillis) {
    return plan.lastStartedWindow(instantMillis) - plan.firstOpenWindow(instantMillis) + 1;
  }

  /** How many windows may have elements and have not expired. */
  long windowsAlive(long newestMillis, long watermarkMillis, long latenessMillis) {
    return plans.stream()
        .mapToLong(
            plan ->
                plan.lastStartedWindow(newestMillis)
                    - plan.firstOpenWindow(watermarkMillis - latenessMillis)
                    + 1)
        .sum();
  }

  /** The largest number of slices in a window by its plan alone. */
  long slicesPerWindow() {
    return plans.stream().mapToLong(WindowPlan::slicesPerWindow).max().orElse(1);
  }

  /** The longest window that holds the start. */
  long longestMillis() {
    return plans.stream()
        .map(plan -> plan.windowAt(plan.lastStartedWindow(startMillis)))
        .mapToLong(window -> window.endMillis() - window.startMillis())
        .max()
        .orElse(0);
  }
}
