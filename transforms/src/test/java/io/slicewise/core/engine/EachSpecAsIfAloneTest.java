package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.CumulativeWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.core.window.Windows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random window specifications with settings of their own over one store of slices, beside an
 * engine for each of them: step by step they must give the same panes, drop the same elements, and
 * have nothing stored at the same time.
 */
class EachSpecAsIfAloneTest {
  private static final int SCRIPTS = 3_000;
  private static final List<TriggerSpec> TRIGGERS =
      List.of(
          new DefaultTrigger(),
          new Never(),
          new EarlyAndLate(new AfterPane(2), Optional.of(new AfterPane(1))),
          new EarlyAndLate(new Never(), Optional.of(new AfterPane(2))),
          new Repeatedly(new AfterPane(3)),
          new Repeatedly(
              new AfterFirst(
                  List.of(new AfterPane(4), new AfterProcessingTime(List.of(new Delay(5)))))));

  /** An engine with the state of a key, which is saved and restored after each step. */
  private static final class Key {
    private final Joining function = new Joining();
    private final KeyEngine<Object, String> engine;
    private final KeyStateCodec codec;
    private final List<FiredPane<String>> panes = new ArrayList<>();
    private KeyState state;
    private long expired;
    private long closed;
    private ElementOutcome outcome = ElementOutcome.NO_ELEMENT;

    Key(List<WindowingSpec> specs) {
      WindowedAggregation aggregation = new WindowedAggregation(specs);
      engine = aggregation.engine(function);
      codec = aggregation.codec(function);
      state = engine.newState();
    }

    void element(int value, long timestamp, Clocks clocks) throws IOException {
      take(engine.onElement(state, value, timestamp, clocks));
    }

    void moved(Clocks clocks) throws IOException {
      take(engine.onWatermark(state, clocks));
      take(engine.onProcessingTime(state, clocks));
    }

    private void take(Step<String> step) throws IOException {
      panes.addAll(step.panes());
      expired += step.expiredWindows();
      closed += step.closedWindows();
      outcome = step.outcome();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(state, new DataOutputStream(bytes));
      state = codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    /**
     * The panes of a specification since the last step; values are sorted, as slices may be shorter
     * beside others.
     */
    List<String> panesOf(int spec) {
      return panes.stream()
          .filter(pane -> pane.windowSpec() == spec)
          .map(EachSpecAsIfAloneTest::described)
          .toList();
    }
  }

  private static String described(FiredPane<String> pane) {
    return "%s %s #%d/%d %s %s @%d %s %s"
        .formatted(
            pane.window(),
            pane.timing(),
            pane.index(),
            pane.nonSpeculativeIndex(),
            pane.isFirst() ? "first" : "",
            pane.isLast() ? "last" : "",
            pane.timestampMillis(),
            pane.isRetraction() ? "retraction" : "pane",
            Arrays.stream(pane.value().split("\\+", -1)).sorted().collect(Collectors.joining("+")));
  }

  @Test
  void randomScripts() throws IOException {
    for (int seed = 0; seed < SCRIPTS; seed++) {
      new Script(seed).check();
    }
  }

  private static final class Script {
    private final int seed;
    private final Random random;
    private final List<WindowingSpec> specs = new ArrayList<>();
    private final List<Key> alone = new ArrayList<>();
    private final Key together;
    private final StringBuilder events = new StringBuilder();
    private long watermark = TimeBounds.MIN_TIMESTAMP;
    private long processingTime;

    Script(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        specs.add(spec());
      }
      specs.forEach(spec -> alone.add(new Key(List.of(spec))));
      together = new Key(specs);
    }

    void check() throws IOException {
      long now = random.nextInt(100) - 50;
      for (int value = 10; value < 60; value++) {
        now += random.nextInt(6);
        switch (random.nextInt(6)) {
          case 0 -> move(now - random.nextInt(10), processingTime);
          case 1 -> move(watermark, processingTime + random.nextInt(8));
          default -> element(value, now - random.nextInt(random.nextInt(50) + 1));
        }
        assertAgreement();
      }
      move(TimeBounds.MAX_TIMESTAMP, processingTime);
      assertAgreement();
      assertThat(together.state.isEmpty()).as(this::description).isTrue();
    }

    private void element(int value, long timestamp) throws IOException {
      events.append(' ').append(value).append('@').append(timestamp);
      Clocks clocks = new Clocks(watermark, processingTime);
      ElementOutcome expected = ElementOutcome.IN_GAP;
      for (Key each : alone) {
        each.element(value, timestamp, clocks);
        expected = expected.or(each.outcome);
      }
      together.element(value, timestamp, clocks);
      assertThat(together.outcome).as(this::description).isEqualTo(expected);
    }

    private void move(long toWatermark, long toProcessingTime) throws IOException {
      watermark = Math.max(watermark, toWatermark);
      processingTime = toProcessingTime;
      events.append(" W").append(watermark).append(" P").append(processingTime);
      for (Key each : alone) {
        each.moved(new Clocks(watermark, processingTime));
      }
      together.moved(new Clocks(watermark, processingTime));
    }

    private void assertAgreement() {
      for (int i = 0; i < alone.size(); i++) {
        assertThat(together.panesOf(i)).as(this::description).isEqualTo(alone.get(i).panesOf(0));
        alone.get(i).panes.clear();
      }
      together.panes.clear();
      assertThat(together.expired)
          .as(this::description)
          .isEqualTo(alone.stream().mapToLong(each -> each.expired).sum());
      assertThat(together.closed)
          .as(this::description)
          .isEqualTo(alone.stream().mapToLong(each -> each.closed).sum());
      assertThat(together.state.isEmpty())
          .as(this::description)
          .isEqualTo(alone.stream().allMatch(each -> each.state.isEmpty()));
    }

    private String description() {
      return "script " + seed + ": " + specs + events;
    }

    private WindowingSpec spec() {
      WindowingSpec spec = specAsInBeam();
      boolean byTime = spec.windows() instanceof WindowPlan;
      boolean fills = spec.trigger().firesAtEnd() && spec.windows().hasEnd();
      long idle = fills && random.nextBoolean() ? random.nextInt(30) : Emission.NO_FILL;
      boolean nextOnly = spec.trigger() instanceof EarlyAndLate && random.nextBoolean();
      return byTime ? spec.withEmission(new Emission(Repeats.EMITTED, idle, nextOnly)) : spec;
    }

    private WindowingSpec specAsInBeam() {
      return new WindowingSpec(
          windows(),
          TRIGGERS.get(random.nextInt(TRIGGERS.size())),
          new long[] {0, 0, 3, 20, 200}[random.nextInt(5)],
          pick(AccumulationMode.values()),
          pick(TimestampCombiner.values()),
          pick(FiringBehavior.values()),
          pick(FiringBehavior.values()));
    }

    private Windows windows() {
      long unit = 1 + random.nextInt(5);
      long size = unit * (1 + random.nextInt(6));
      long offset = random.nextBoolean() ? 0 : random.nextInt((int) unit);
      return switch (random.nextInt(9)) {
        case 0 -> new GlobalWindowPlan();
        case 1 -> new CumulativeWindowPlan(size, unit, offset);
        case 2 -> AlignedWindowPlan.sliding(size, unit, offset);
        case 3, 4 -> AlignedWindowPlan.sliding(unit, size, offset);
        case 5 -> new SessionWindows(unit, random.nextBoolean());
        default -> AlignedWindowPlan.fixed(size, offset);
      };
    }

    private <T> T pick(T[] options) {
      return options[random.nextInt(options.length)];
    }
  }
}
