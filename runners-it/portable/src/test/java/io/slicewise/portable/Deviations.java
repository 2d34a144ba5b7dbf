package io.slicewise.portable;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a scenario may come out differently when it is run as a stream through the SDK's harness: no
 * other may. Some have more than one cause and are with the last that fits.
 */
enum Deviations {
  /**
   * The watermark goes from one timer to the next, as if it moved slowly: where it leaps beyond the
   * end and the expiry of a window, the pane of its end is not known to be the last.
   */
  STEPS(
      "where the watermark leaps, no pane is told to be the last",
      "adv-earliest-overlap",
      "beam-rfr-acc-event-time",
      "beam-rfr-eow-gc-together",
      "beam-rfr-eow-gc-together-nonempty",
      "beam-rfr-final-and-ontime",
      "report-two-days-lateness-and-drain",
      "scotty-late-tumbling-simple-ooo",
      "scotty-sliding-dropped-before-any-watermark",
      "scotty-sliding-plus-tumbling",
      "scotty-trap-h19b-sliding-neg-start",
      "scotty-trap-h6-first-watermark-jump",
      "scotty-trap-h8-sliding-duplicate",
      "scotty-tumbling-two-windows"),

  /**
   * An element comes when the watermark is beyond the end or the expiry of its window, and no timer
   * of its key has told so: it is taken as if it were on time. So it is when the key's last window
   * had expired, and all that was known of the key was gone.
   */
  UNSEEN_WATERMARK(
      "late for a watermark that no timer of the key has shown, and taken as on time",
      "beam-gen-sliding-late-first-key",
      "beam-ts-first-element-late",
      "flink-ds-side-output-late-0",
      "flink-ds-side-output-late-2",
      "flink-it-cumulate-15s-5s",
      "flink-it-hop-10s-5s",
      "flink-it-hop-10s-5s-no-key",
      "flink-it-tumble-5s",
      "flink-it-tumble-5s-no-key",
      "flink-sql-session-3s-event-time",
      "kafka-sliding-50-no-grace",
      "report-far-behind-watermark",
      "report-not-late-while-window-open"),

  /**
   * An element comes right after a watermark that made something due. Flink puts both into one
   * bundle, and of a bundle the harness takes elements before timers.
   */
  OVERTAKEN_TIMER(
      "an element in the bundle of a timer overtakes it",
      "adv-13-by-4-offset3-earliest",
      "adv-cumulative-restart",
      "adv-edges-of-4-and-6-restart",
      "adv-fixed-every-boundary",
      "adv-gap-elements-are-not-late",
      "adv-jump-between-end-and-expiry",
      "adv-key-comes-back-after-cleanup",
      "adv-late-trigger-never",
      "adv-lateness-five-windows",
      "adv-near-start-of-time",
      "adv-only-closing-pane",
      "adv-or-finally-repeated",
      "adv-restart-sessions",
      "adv-retracting-empty-on-time",
      "adv-retracting-session-grows-back",
      "adv-retracting-two-specs",
      "adv-sessions-beside-fixed",
      "adv-sizes-sharing-gaps",
      "adv-stream-time-far-old",
      "adv-stream-time-out-of-order",
      "adv-three-keys-different-progress",
      "adv-trailing-repeats-and-late",
      "adv-two-fixed-sizes-late",
      "adv-very-old-and-very-new-key",
      "beam-gen-boundary",
      "beam-gen-sliding-drop-per-window",
      "beam-rfr-only-one-ontime",
      "flink-ds-drop-late-tumbling",
      "flink-sql-cumulate-3s-1s-event-time",
      "flink-sql-hop-3s-1s-event-time",
      "flink-sql-tumble-3s-event-time",
      "kafka-sliding-10-early-no-grace",
      "report-cumulative-late-in-closed-step",
      "report-late-event-not-in-next-session",
      "report-late-pane-timestamp",
      "report-late-rows-are-delivered",
      "report-two-lengths-share-a-tail");

  private final String remark;
  private final Set<String> scenarios;

  Deviations(String remark, String... scenarios) {
    this.remark = remark;
    this.scenarios = Set.copyOf(Arrays.asList(scenarios));
  }

  /** How many scenarios may deviate, and why, in words. */
  String remark() {
    return scenarios.size() + ": " + remark;
  }

  boolean has(String scenario) {
    return scenarios.contains(scenario);
  }

  /** All scenarios that may deviate. */
  static Set<String> all() {
    return Stream.of(values())
        .flatMap(cause -> cause.scenarios.stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
