package io.slicewise.pipelines.demo.report;

import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.KeyWindow;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes the page. It needs no network, and forbids itself any. */
public final class HtmlReport {
  private static final int MOST_KEYS = 12;
  private static final int WIDEST_KEY = 40;

  private final Subject subject;
  private final Run run;
  private final PageData data;

  private HtmlReport(Subject subject) {
    this.subject = subject;
    this.run = subject.run();
    this.data = PageData.of(subject);
  }

  /** The page about a run. */
  public static String of(Subject subject) throws IOException {
    return new HtmlReport(subject.withShortKeys()).page();
  }

  private String page() throws IOException {
    Markup page = new Markup();
    page.raw("<!DOCTYPE html>")
        .raw("<html lang=\"en\">")
        .raw("<head>")
        .raw("<meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                + " 'unsafe-inline'; script-src 'unsafe-inline'\">")
        .add("<title>%s - Slicewise</title>", subject.title())
        .raw("<style>")
        .raw(resource("report.css"))
        .raw("</style>")
        .raw("</head>")
        .raw("<body>")
        .raw("<main>");
    page.add("<h1>%s</h1>", subject.title()).add("<p class=\"lead\">%s</p>", subject.about());
    figures(page);
    if (run.windows().isEmpty()) {
      page.raw("<p>No window has a pane: there is nothing to draw.</p>");
    } else {
      activity(page);
      data.mostRefined().ifPresent(window -> refinement(page, window));
      lastPanes(page);
    }
    settings(page);
    page.raw("</main>");
    page.raw("<script type=\"application/json\" id=\"data\">")
        .raw(data.json())
        .raw("</script>")
        .raw("<script>")
        .raw(resource("report.js"))
        .raw("</script>")
        .raw("</body>")
        .raw("</html>");
    return page.toString();
  }

  private void figures(Markup page) {
    Run.Counters counters = run.counters();
    page.raw("<dl class=\"figures\">");
    figure(
        page,
        "events",
        Legible.count(counters.events()),
        "of " + Legible.count(counters.keys()) + " keys");
    figure(
        page,
        "windows",
        Legible.count(counters.windows()),
        "with data, of " + Legible.count(counters.keys()) + " keys");
    page.add(
        "<div><dt>panes</dt><dd><b>%s</b> <span class=\"split\">"
            + "<span><i class=\"dot EARLY\"></i>%s early</span> "
            + "<span><i class=\"dot ON_TIME\"></i>%s on time</span> "
            + "<span><i class=\"dot LATE\"></i>%s late</span></span></dd></div>",
        Legible.count(counters.allPanes()),
        Legible.count(counters.panes().get(PaneLine.Timing.EARLY)),
        Legible.count(counters.panes().get(PaneLine.Timing.ON_TIME)),
        Legible.count(counters.panes().get(PaneLine.Timing.LATE)));
    figure(
        page,
        "late events",
        Legible.count(counters.late()),
        counters.late() == 0 || counters.worstDelayMillis() == Run.Counters.NOT_COUNTED
            ? "too late for all windows"
            : "too late for all windows; the worst "
                + Legible.duration(counters.worstDelayMillis())
                + " behind the watermark");
    if (counters.dropped() != Run.Counters.NOT_COUNTED) {
      figure(
          page,
          "dropped",
          Legible.count(counters.dropped()),
          "pairs of an event and a window that had expired");
    }
    figure(
        page,
        "unreadable rows",
        Legible.count(counters.unreadable()),
        "of " + Legible.count(counters.rows()));
    page.raw("</dl>");
  }

  private static void figure(Markup page, String name, String number, String note) {
    page.add("<div><dt>%s</dt><dd><b>%s</b> <span>%s</span></dd></div>", name, number, note);
  }

  private void activity(Markup page) {
    ActivityPicture picture = new ActivityPicture(subject);
    page.add("<h2>Activity per %s over time</h2>", subject.keyName());
    page.add(
        "<p>The last pane of each window, drawn at its end. The lines are the most active of %s"
            + " keys, with their number of events.</p>",
        Legible.count(run.counters().keys()));
    if (picture.hasData()) {
      page.raw("<figure>");
      picture.drawTo(page);
      page.raw("</figure>");
    } else {
      page.raw("<p>No pane has a number to draw.</p>");
    }
  }

  private void refinement(Markup page, WindowPanes chosen) {
    page.raw("<h2 id=\"refinement\">How a window was refined</h2>");
    page.raw(
        "<p>A window speaks several times: early, while it is filling; on time, when the watermark"
            + " passes its end; and again for each late event until its lateness is over. To begin"
            + " with, this is the window with the most panes<span class=\"scripted\" hidden>; click"
            + " another one</span>.</p>");
    page.add("<form id=\"choice\" data-key-name=\"%s\" hidden>", subject.keyName());
    page.add("<label>%s <select id=\"key-choice\">", subject.keyName());
    data.windows().stream()
        .map(window -> window.window().key())
        .distinct()
        .forEach(key -> option(page, key, Legible.key(key, WIDEST_KEY), chosen.window().key()));
    page.raw("</select></label> <label>window <select id=\"window-choice\">");
    for (WindowPanes window : data.windows()) {
      if (window.window().key().equals(chosen.window().key())) {
        option(
            page,
            address(window.window()),
            Legible.window(window.window()) + " UTC, " + window.panes().size() + " panes",
            address(chosen.window()));
      }
    }
    page.raw("</select></label></form>");
    legend(page);
    page.raw(
        "<figure class=\"scripted\" hidden><figcaption>Panes of each window, by the start of the"
            + " window</figcaption><svg id=\"overview-picture\" class=\"drawn\" role=\"img\""
            + " aria-label=\"Panes of each window of the key\"></svg></figure>");
    page.add("<h3 id=\"chosen-window\">%s</h3>", title(chosen.window()));
    page.raw(
        "<figure class=\"scripted\" hidden><figcaption>The window, its slices and the windows that"
            + " share them</figcaption><svg id=\"window-picture\" class=\"drawn\" role=\"img\""
            + " aria-label=\"Slices of the window, and windows that overlap it\"></svg></figure>");
    page.raw("<figure><figcaption>Its value, pane by pane</figcaption>");
    new RefinementPicture(subject.measures(), chosen).drawTo(page);
    page.raw("</figure>");
    panesTable(page, chosen);
    if (data.leftOut() > 0) {
      page.add(
          "<p>%s windows with fewer panes are not offered here, to keep this page small.</p>",
          Legible.count(data.leftOut()));
    }
  }

  private static void option(Markup page, String value, String label, String chosen) {
    page.add(
        "<option value=\"%s\"" + (value.equals(chosen) ? " selected" : "") + ">%s</option>",
        value,
        label);
  }

  private static String address(KeyWindow window) {
    return window.startMillis() + "/" + window.endMillis();
  }

  private String title(KeyWindow window) {
    return subject.keyName() + " " + window.key() + ", " + Legible.window(window) + " UTC";
  }

  private static void legend(Markup page) {
    page.raw("<ul class=\"legend\">");
    for (PaneLine.Timing timing : PaneLine.Timing.values()) {
      page.add(
          "<li><svg width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path"
              + " class=\"%s\" d=\"%s\"/></svg> %s</li>",
          timing.name(), RefinementPicture.shape(timing), Legible.timing(timing));
    }
    page.raw("</ul>");
  }

  private void panesTable(Markup page, WindowPanes window) {
    page.raw("<details open><summary>Its panes as a table</summary>");
    page.raw("<div class=\"scroll\"><table id=\"panes-table\"><thead><tr>");
    page.raw("<th class=\"number\">pane</th><th>timing</th>");
    subject
        .measures()
        .forEach(measure -> page.add("<th class=\"number\">%s</th>", measure.label()));
    page.raw("<th>the watermark was</th><th>last</th></tr></thead><tbody>");
    for (PaneLine pane : window.panes()) {
      page.add(
          "<tr><td class=\"number\">%d</td><td>%s</td>",
          pane.index(), Legible.timing(pane.timing()));
      numbers(page, pane);
      page.add("<td>%s</td><td>%s</td></tr>", watermark(pane), pane.isLast() ? "yes" : "");
    }
    page.raw("</tbody></table></div></details>");
  }

  /** Where the watermark was when a pane fired, as far as its timing tells. */
  private static String watermark(PaneLine pane) {
    return switch (pane.timing()) {
          case EARLY -> "before ";
          case ON_TIME -> "at or past ";
          case LATE -> "past ";
        }
        + Legible.time(pane.endMillis());
  }

  private void numbers(Markup page, PaneLine pane) {
    for (Measure measure : subject.measures()) {
      page.add("<td class=\"number\">%s</td>", Legible.number(measure, pane.value()));
    }
  }

  private void lastPanes(Markup page) {
    List<WindowPanes> windows = run.lastFullWindows(MOST_KEYS);
    Map<String, Long> events = run.eventsByKey();
    page.raw("<h2>Last panes of the most active keys</h2>");
    page.raw("<p>For each the last window that had ended by the newest event.</p>");
    page.raw("<div class=\"scroll\"><table><thead><tr>");
    page.add("<th>%s</th><th class=\"number\">all events</th>", subject.keyName());
    page.raw("<th>window (UTC)</th><th class=\"number\">panes</th><th>last pane</th>");
    subject
        .measures()
        .forEach(measure -> page.add("<th class=\"number\">%s</th>", measure.label()));
    page.raw("</tr></thead><tbody>");
    for (WindowPanes window : windows) {
      page.add(
          "<tr><td>%s</td><td class=\"number\">%s</td><td>%s</td><td"
              + " class=\"number\">%d</td><td>%s</td>",
          Legible.key(window.window().key(), WIDEST_KEY),
          Legible.count(events.get(window.window().key())),
          Legible.window(window.window()),
          window.panes().size(),
          Legible.timing(window.last().timing()));
      numbers(page, window.last());
      page.raw("</tr>");
    }
    page.raw("</tbody></table></div>");
  }

  private void settings(Markup page) {
    page.raw("<h2>Settings</h2>").raw("<dl class=\"settings\">");
    subject.settings().forEach((name, value) -> page.add("<dt>%s</dt><dd>%s</dd>", name, value));
    page.raw("</dl>");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing from this program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
