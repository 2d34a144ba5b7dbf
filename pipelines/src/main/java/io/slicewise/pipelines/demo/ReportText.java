package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.demo.input.RowFields;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.report.Run;
import io.slicewise.pipelines.demo.report.Subject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What the report says of a run in words. */
final class ReportText {
  private static final String BUNDLED_TITLE = "Earthquakes of one week, as they became known";
  private static final String BUNDLED =
      "Seismic events of 31 January to 7 February 2018 from the feed of the USGS Earthquake Hazards"
          + " Program (U.S. public domain), replayed in the order in which they were published, up"
          + " to days after they happened, and aggregated per reporting network.";

  private ReportText() {}

  static Subject subject(DemoSettings settings, Outcome outcome) {
    boolean bundled = settings.source().file().isEmpty();
    RowFields fields = settings.reader().fields();
    return new Subject(
        bundled ? BUNDLED_TITLE : settings.source().toString(),
        bundled
            ? BUNDLED
            : "Rows of a file, replayed as a stream and aggregated per "
                + fields.key()
                + " in sliding windows.",
        described(settings),
        bundled && fields.key().equals("net") ? "network" : fields.key(),
        settings.aggregate().measures(),
        settings.windows().sizeMillis(),
        settings.windows().latenessMillis(),
        Run.of(outcome));
  }

  private static Map<String, String> described(DemoSettings settings) {
    RowFields fields = settings.reader().fields();
    WindowSettings windows = settings.windows();
    Map<String, String> described = new LinkedHashMap<>();
    described.put("input", settings.source().toString());
    described.put("key", fields.key());
    described.put("aggregate", aggregate(settings.aggregate()));
    described.put("event time", fields.timestamp() + ", as " + settings.reader().timeFormat());
    described.put("order of arrival", fields.arrival().orElse("as in the file"));
    described.put(
        "windows",
        DurationText.format(windows.sizeMillis())
            + " long, one every "
            + DurationText.format(windows.periodMillis()));
    described.put(
        "early panes", "after each " + WindowSettings.EVENTS_PER_EARLY_PANE + " new events");
    described.put("late panes", "after each late event; panes accumulate");
    described.put("allowed lateness", DurationText.format(windows.latenessMillis()));
    described.put(
        "watermark",
        "the newest event time minus "
            + DurationText.format(windows.boundMillis())
            + "; the end of time after the last event");
    described.put("runner", settings.runner().toString());
    return described;
  }

  private static String aggregate(Aggregate aggregate) {
    return switch (aggregate.kind()) {
      case EARTHQUAKES -> "count, largest magnitude and mean depth, in one pass";
      case COUNT -> "count";
      case SUM, MIN, MAX, MEAN ->
          aggregate.kind().name().toLowerCase(Locale.ROOT) + " of " + aggregate.field();
    };
  }
}
