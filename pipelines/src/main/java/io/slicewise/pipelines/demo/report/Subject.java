package io.slicewise.pipelines.demo.report;

import io.slicewise.pipelines.demo.aggregate.Measure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a report is about.
 *
 * @param title the name of the input
 * @param about what the data is, a sentence or two
 * @param settings name and value of each setting, in order
 * @param keyName what the keys are
 * @param measures the numbers in a pane, the most important first
 * @param sizeMillis length of a window; 0 if windows differ
 * @param latenessMillis how long after its end a window takes late events
 * @param run what it gave
 */
public record Subject(
    String title,
    String about,
    Map<String, String> settings,
    String keyName,
    List<Measure> measures,
    long sizeMillis,
    long latenessMillis,
    Run run) {
  /** Copies settings and measures. */
  public Subject {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    measures = List.copyOf(measures);
  }

  /** The same with keys short enough to be repeated all over a page. */
  Subject withShortKeys() {
    KeyNames names = new KeyNames(run.eventsByKey().keySet());
    return names.areShorter()
        ? new Subject(
            title,
            about,
            settings,
            keyName,
            measures,
            sizeMillis,
            latenessMillis,
            run.withKeys(names::of))
        : this;
  }
}
