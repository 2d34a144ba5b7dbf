package io.slicewise.pipelines.scenario;

/** The JSON text of a small scenario, of which tests replace parts. */
public final class ScenarioText {
  /** A late element that its window still takes; a file of one scenario. */
  public static final String LATE_ELEMENT =
      """
      [{
        "id": "late-element", "title": "one late pane", "source": "own",
        "aggregate": "sum", "windows": [{"type": "fixed", "size": 10, "offset": 0}],
        "trigger": {"type": "default"},
        "allowedLateness": 5, "accumulation": "ACCUMULATING", "timestampCombiner": "END_OF_WINDOW",
        "closingBehavior": "FIRE_IF_NON_EMPTY", "onTimeBehavior": "FIRE_ALWAYS",
        "events": [
          {"element": {"key": "a", "value": 1, "timestamp": 3}},
          {"watermark": 10},
          {"element": {"key": "a", "value": 2, "timestamp": 4}},
          {"watermark": 15},
          {"element": {"key": "a", "value": 4, "timestamp": 5}},
          {"watermark": "end"}
        ],
        "expect": {
          "panes": [
            {"key": "a", "window": [0, 10], "value": 1, "timing": "ON_TIME", "index": 0},
            {"key": "a", "window": [0, 10], "value": 3, "timing": "LATE", "index": 1}
          ],
          "late": [{"key": "a", "value": 4, "timestamp": 5}],
          "droppedDueToLateness": 1
        },
        "verified": "by hand"
      }]
      """;

  private ScenarioText() {}

  /**
   * {@link #LATE_ELEMENT} with a part replaced.
   *
   * @throws IllegalArgumentException if there is no such part
   */
  public static String with(String part, String replacement) {
    if (!LATE_ELEMENT.contains(part)) {
      throw new IllegalArgumentException("No such part: " + part);
    }
    return LATE_ELEMENT.replace(part, replacement);
  }
}
