package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.CalendarUnit;
import io.slicewise.core.window.CalendarWindowPlan;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TrailingWindows;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One wrong clock and no bound for timestamps: what a key stores does not grow by it, and the panes
 * before the far elements are those without them.
 */
class FarFutureTest {
  private static final long PERIOD = 1_000;
  private static final int PERIODS = 600;
  private static final long YEAR_9999 = 253_370_764_800_000L;

  /** What three far elements may take: a slice, its windows' records and a page each. */
  private static final int FAR_BYTES = 3 * 150;

  static Map<String, Specs> specs() {
    TriggerSpec each = new TriggerSpec.AfterPane(1);
    return Map.of(
        "fixed", Specs.fixed(PERIOD).lateness(5 * PERIOD),
        "sliding", Specs.sliding(60 * PERIOD, PERIOD),
        "sliding discarding", Specs.sliding(10 * PERIOD, PERIOD).discarding().lateness(PERIOD),
        "early",
            Specs.sliding(5 * PERIOD, PERIOD).trigger(new TriggerSpec.EarlyAndLate(each, each)),
        "filled", Specs.fixed(PERIOD).filling(20 * PERIOD),
        "cumulative", Specs.cumulative(20 * PERIOD, PERIOD),
        "sessions", Specs.sessions(3 * PERIOD),
        "trailing", Specs.of(new TrailingWindows(5 * PERIOD)),
        "calendar", Specs.of(new CalendarWindowPlan(CalendarUnit.DAYS, 1, 1, 0, ZoneOffset.UTC)));
  }

  static List<String> names() {
    return specs().keySet().stream().sorted().toList();
  }

  /** A key, and the most that was stored of it. */
  private static final class Key {
    private final KeyEngine<Long, Object> engine;
    private final KeyStateCodec codec;
    private final KeyState state;
    private final List<FiredPane<Object>> panes = new ArrayList<>();
    private int mostBytes;

    private <A> Key(Specs specs, AggregateFunction<Long, A, Object> function) {
      WindowedAggregation aggregation = WindowedAggregation.of(specs.spec());
      this.engine = aggregation.engine(function);
      this.codec = aggregation.codec(function);
      this.state = engine.newState();
    }

    private void element(long value, long timestamp, long watermark) {
      engine.lend(state, () -> ColdPages.NONE);
      engine.onElement(state, value, timestamp, new Clocks(watermark, 0), panes::add);
      look();
    }

    private void watermark(long watermark) {
      engine.lend(state, () -> ColdPages.NONE);
      engine.onWatermark(state, new Clocks(watermark, 0), panes::add);
      look();
    }

    private void look() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        codec.write(state, new DataOutputStream(bytes));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      mostBytes = Math.max(mostBytes, bytes.size());
    }
  }

  private static Key run(Specs specs, List<Long> farTimestamps) {
    Key key = new Key(specs, LongAggregation.LONG_SUM.function());
    for (int period = 0; period < PERIODS; period++) {
      long watermark = (period - 2) * PERIOD;
      key.element(period, period * PERIOD + period % 7, watermark);
      if (period == 50) {
        for (long far : farTimestamps) {
          key.element(1L << 40, far, watermark);
        }
      }
      key.watermark(watermark + PERIOD / 2);
    }
    return key;
  }

  @ParameterizedTest
  @MethodSource("names")
  void stateAndPanes_areAsWithoutTheFarElements(String name) {
    Specs specs = specs().get(name);
    Key without = run(specs, List.of());
    Key with =
        run(
            specs,
            List.of(YEAR_9999, TimeBounds.LAST_WINDOW_INSTANT - PERIOD, TimeBounds.MAX_TIMESTAMP));
    assertThat(with.mostBytes - without.mostBytes).isBetween(0, FAR_BYTES);
    List<FiredPane<Object>> near = new ArrayList<>(with.panes);
    near.removeIf(pane -> pane.window().endMillis() > PERIODS * PERIOD * 10 + 86_400_000);
    assertThat(shown(near)).isEqualTo(shown(without.panes));
    int before = with.panes.size();
    with.watermark(TimeBounds.MAX_TIMESTAMP);
    assertThat(with.panes.size()).isGreaterThan(before);
    assertThat(with.state.isEmpty()).isTrue();
  }

  /** Without how they were made: slices far away may be the reason for another fold. */
  private static List<String> shown(List<FiredPane<Object>> panes) {
    return panes.stream().map(pane -> pane.toString().replaceAll(", merges=\\d+", "")).toList();
  }

  /** The test itself: all panes are looked at. */
  @Test
  void panes_areMany() {
    assertThat(run(specs().get("sliding"), List.of()).panes).hasSizeGreaterThan(PERIODS / 2);
  }
}
