package io.slicewise.upgrade;

import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** The functions of the job. */
final class PhaseFns {
  private PhaseFns() {}

  /** Sees the watermarks after each phase, by timers. */
  static final class WatermarkFn extends DoFn<KV<String, Long>, Void> {
    private static final long serialVersionUID = 1L;
    private static final String TIMER = "watermark";

    @TimerId(TIMER)
    private final TimerSpec timerSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void processElement(@Element KV<String, Long> element, @TimerId(TIMER) Timer timer) {
      int phase = (int) (element.getValue() / 1000);
      if (phase < Phases.ALL - 1) {
        timer.set(Phases.watermarkAfter(phase).minus(1));
      }
    }

    @OnTimer(TIMER)
    public void onWatermark(OnTimerContext context, PipelineOptions options) {
      Instant watermark = context.fireTimestamp().plus(1);
      for (int phase = 0; phase < Phases.ALL - 1; phase++) {
        if (Phases.watermarkAfter(phase).equals(watermark)) {
          PhaseRun.of(options).phaseIsOver(phase);
        }
      }
    }
  }

  /** Takes panes down, whole. */
  static final class PaneFn<T> extends DoFn<KV<String, T>, Void> {
    private static final long serialVersionUID = 1L;

    private final String transform;

    PaneFn(String transform) {
      this.transform = transform;
    }

    @ProcessElement
    public void processElement(
        @Element KV<String, T> pane,
        @Timestamp Instant timestamp,
        PaneInfo info,
        BoundedWindow window,
        PipelineOptions options) {
      PhaseRun.of(options)
          .pane(
              String.join(
                  " ",
                  transform,
                  pane.getKey(),
                  textOf(window),
                  String.valueOf(pane.getValue()),
                  "@" + timestamp.getMillis(),
                  info.getTiming().name(),
                  info.getIndex() + "/" + info.getNonSpeculativeIndex(),
                  (info.isFirst() ? "first" : "") + (info.isLast() ? "last" : "")));
    }

    private static String textOf(BoundedWindow window) {
      return window instanceof IntervalWindow interval
          ? "[" + interval.start().getMillis() + "," + interval.end().getMillis() + ")"
          : "global";
    }
  }
}
