package io.slicewise.core.engine;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.CumulativeWindowPlan;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.Windows;
import java.util.Arrays;

/** Windowings for tests: Beam's defaults, with accumulating panes, and what a test changes. */
record Specs(WindowingSpec spec) {

  static Specs of(Windows windows) {
    return new Specs(
        new WindowingSpec(
            windows,
            new TriggerSpec.DefaultTrigger(),
            0,
            AccumulationMode.ACCUMULATING,
            TimestampCombiner.END_OF_WINDOW,
            FiringBehavior.FIRE_IF_NON_EMPTY,
            FiringBehavior.FIRE_ALWAYS));
  }

  static Specs fixed(long size) {
    return of(AlignedWindowPlan.fixed(size, 0));
  }

  static Specs sliding(long size, long period) {
    return of(AlignedWindowPlan.sliding(size, period, 0));
  }

  static Specs cumulative(long size, long step) {
    return of(new CumulativeWindowPlan(size, step, 0));
  }

  static Specs sessions(long gap) {
    return of(new SessionWindows(gap, false));
  }

  Specs trigger(TriggerSpec trigger) {
    return with(trigger, spec.allowedLatenessMillis(), spec.accumulation());
  }

  Specs lateness(long millis) {
    return with(spec.trigger(), millis, spec.accumulation());
  }

  Specs retracting() {
    return with(spec.trigger(), spec.allowedLatenessMillis(), AccumulationMode.RETRACTING);
  }

  Specs discarding() {
    return mode(AccumulationMode.DISCARDING);
  }

  Specs mode(AccumulationMode mode) {
    return with(spec.trigger(), spec.allowedLatenessMillis(), mode);
  }

  Specs timestamps(TimestampCombiner combiner) {
    return new Specs(
        new WindowingSpec(
                spec.windows(),
                spec.trigger(),
                spec.allowedLatenessMillis(),
                spec.accumulation(),
                combiner,
                spec.closing(),
                spec.onTime())
            .withEmission(spec.emission()));
  }

  Specs closing(FiringBehavior behavior) {
    return behaviors(behavior, spec.onTime());
  }

  Specs onTime(FiringBehavior behavior) {
    return behaviors(spec.closing(), behavior);
  }

  Specs emitting(Repeats repeats) {
    return emitting(new Emission(repeats, Emission.NO_FILL, false));
  }

  Specs filling(long idleMillis) {
    return emitting(new Emission(spec.emission().repeats(), idleMillis, false));
  }

  Specs emitting(Emission emission) {
    return new Specs(spec.withEmission(emission));
  }

  KeyTimeline timeline() {
    return new KeyTimeline(WindowedAggregation.of(spec));
  }

  WindowedAggregation aggregation() {
    return WindowedAggregation.of(spec);
  }

  /** A timeline in the windows of all {@code specs} at once. */
  static KeyTimeline several(Specs... specs) {
    return new KeyTimeline(new WindowedAggregation(Arrays.stream(specs).map(Specs::spec).toList()));
  }

  private Specs with(TriggerSpec trigger, long lateness, AccumulationMode accumulation) {
    return new Specs(
        new WindowingSpec(
                spec.windows(),
                trigger,
                lateness,
                accumulation,
                spec.timestampCombiner(),
                spec.closing(),
                spec.onTime())
            .withEmission(spec.emission()));
  }

  private Specs behaviors(FiringBehavior closing, FiringBehavior onTime) {
    return new Specs(
        new WindowingSpec(
                spec.windows(),
                spec.trigger(),
                spec.allowedLatenessMillis(),
                spec.accumulation(),
                spec.timestampCombiner(),
                closing,
                onTime)
            .withEmission(spec.emission()));
  }
}
