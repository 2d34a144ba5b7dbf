package io.slicewise.beam;

/**
 * The names of the metrics of {@link SlicedWindowAggregate}, to query a {@code PipelineResult} or
 * to build a dashboard. All are in {@link #NAMESPACE}; counters unless said otherwise.
 *
 * <p>{@link #DROPPED_DUE_TO_LATENESS} and {@link #DROPPED_DUE_TO_CLOSED_WINDOW} count what Beam's
 * own grouping counts under these names: an element once per window it is missing from.
 */
public final class SlicedWindowMetrics {
  /** The namespace of all metrics. */
  public static final String NAMESPACE = "io.slicewise.beam.SlicedWindowAggregate";

  /** Elements that came in. */
  public static final String ELEMENTS = "elements";

  /** Elements all of whose windows had expired; those of the late output, if there is one. */
  public static final String LATE_ELEMENTS = "lateElements";

  /** Elements between windows, where the period is longer than the size. */
  public static final String GAP_ELEMENTS = "gapElements";

  /** Elements that were diverted, as they were too far ahead of the watermark. */
  public static final String FUTURE_ELEMENTS = "futureElements";

  /** Pairs of an element and a window of it that had expired. */
  public static final String DROPPED_DUE_TO_LATENESS = "droppedDueToLateness";

  /** Pairs of an element and a window of it whose trigger had finished. */
  public static final String DROPPED_DUE_TO_CLOSED_WINDOW = "droppedDueToClosedWindow";

  /** Panes with timing {@code EARLY}. */
  public static final String PANES_EARLY = "panesEarly";

  /** Panes with timing {@code ON_TIME}. */
  public static final String PANES_ON_TIME = "panesOnTime";

  /** Panes with timing {@code LATE}. */
  public static final String PANES_LATE = "panesLate";

  /** A distribution: how many accumulators were merged to make a pane. */
  public static final String MERGES_PER_PANE = "mergesPerPane";

  /** A distribution: how many slices a key held after a step that fired panes. */
  public static final String LIVE_SLICES = "liveSlices";

  private SlicedWindowMetrics() {}
}
