package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random scripts of sessions reach what is difficult about sessions, often. */
class SessionScriptsTest {
  private static final int SCRIPTS = 1000;

  private int extended;
  private int bridged;
  private int overAndExtended;
  private int outputAndMerged;
  private int latePanes;
  private int refined;
  private int late;
  private int processingTime;

  @ParameterizedTest
  @EnumSource(names = {"SESSIONS", "INCLUSIVE_SESSIONS", "RETRACTING_SESSIONS"})
  void reachWhatIsDifficult(RandomScripts.Kind kind) throws Exception {
    for (int number = 0; number < SCRIPTS; number++) {
      Scenario scenario = RandomScripts.script(7, number, kind);
      countMerges(scenario);
      countPanes(scenario);
      processingTime += scenario.trigger().toString().contains("AfterProcessingTime") ? 1 : 0;
    }
    String counts =
        "of %d: extended %d, bridged %d, over and extended %d, output and merged %d, late pane %d,"
            + " refined %d, late elements %d, processing time %d";
    String shares =
        counts.formatted(
            SCRIPTS,
            extended,
            bridged,
            overAndExtended,
            outputAndMerged,
            latePanes,
            refined,
            late,
            processingTime);
    assertThat(extended).as(shares).isGreaterThan(SCRIPTS / 2);
    assertThat(bridged).as(shares).isGreaterThan(SCRIPTS / 4);
    assertThat(overAndExtended).as(shares).isGreaterThan(SCRIPTS / 10);
    assertThat(outputAndMerged).as(shares).isGreaterThan(SCRIPTS / 10);
    assertThat(latePanes).as(shares).isGreaterThan(SCRIPTS / 10);
    assertThat(refined).as(shares).isGreaterThan(SCRIPTS / 5);
    assertThat(late).as(shares).isGreaterThan(SCRIPTS / 5);
    assertThat(processingTime).as(shares).isGreaterThan(SCRIPTS / 5);
  }

  /** Counts the scripts in which sessions grow and become one, whatever they emit. */
  private void countMerges(Scenario scenario) {
    WindowSpec.Sessions spec = (WindowSpec.Sessions) scenario.windows().get(0);
    SessionWindows windows = new SessionWindows(spec.gapMillis(), spec.inclusiveGap());
    Map<String, List<TimeWindow>> keys = new HashMap<>();
    long watermark = TimeBounds.MIN_TIMESTAMP;
    boolean grows = false;
    boolean joins = false;
    boolean growsLate = false;
    for (Event event : scenario.events()) {
      if (event instanceof Event.Watermark moved) {
        watermark = moved.millis();
      } else if (event instanceof Event.Element element) {
        TimeWindow merged = windows.windowOf(element.timestampMillis());
        if (expiry(merged, scenario) < watermark) {
          continue;
        }
        List<TimeWindow> open = keys.computeIfAbsent(element.key(), key -> new ArrayList<>());
        int parts = 0;
        boolean over = false;
        for (Iterator<TimeWindow> sessions = open.iterator(); sessions.hasNext(); ) {
          TimeWindow session = sessions.next();
          boolean earlier = session.startMillis() <= merged.startMillis();
          if (expiry(session, scenario) < watermark) {
            sessions.remove();
          } else if (earlier
              ? windows.areOneSession(session, merged)
              : windows.areOneSession(merged, session)) {
            sessions.remove();
            over |= session.maxTimestamp() < watermark;
            parts++;
            merged =
                new TimeWindow(
                    Math.min(session.startMillis(), merged.startMillis()),
                    Math.max(session.endMillis(), merged.endMillis()));
          }
        }
        open.add(merged);
        grows |= parts == 1;
        joins |= parts > 1;
        growsLate |= over;
      }
    }
    extended += grows ? 1 : 0;
    bridged += joins ? 1 : 0;
    overAndExtended += growsLate ? 1 : 0;
  }

  private static long expiry(TimeWindow window, Scenario scenario) {
    return TimeBounds.plusWithinTime(window.maxTimestamp(), scenario.allowedLatenessMillis());
  }

  private void countPanes(Scenario scenario) throws Exception {
    Script retracting = Script.of(scenario);
    retracting.accumulation = Scenario.Accumulation.RETRACTING;
    Outcome outcome = ReduceFnOracle.run(retracting.toScenario());
    List<Pane> panes = outcome.panes();
    // what is withdrawn in one window and never shown again in it has become part of another
    outputAndMerged +=
        panes.stream().anyMatch(pane -> pane.retraction() && isGone(pane, panes)) ? 1 : 0;
    latePanes += panes.stream().anyMatch(pane -> pane.timing() == PaneTiming.LATE) ? 1 : 0;
    refined += panes.stream().anyMatch(pane -> !pane.retraction() && pane.index() > 0) ? 1 : 0;
    late += outcome.late().isEmpty() ? 0 : 1;
  }

  private static boolean isGone(Pane withdrawal, List<Pane> panes) {
    return panes.stream()
        .noneMatch(
            pane ->
                !pane.retraction()
                    && pane.key().equals(withdrawal.key())
                    && pane.window().equals(withdrawal.window())
                    && pane.index() == withdrawal.index()
                    && pane.timing() == withdrawal.timing());
  }
}
