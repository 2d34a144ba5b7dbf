package io.slicewise.pipelines.demo.replay;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** What a replay asks of its run, and may be another with each. */
public interface ReplayOptions extends PipelineOptions {
  /** The least real time from one event to the next, in milliseconds. */
  @Description("The least real time from one replayed event to the next, in milliseconds.")
  @Default.Long(0)
  long getReplayPauseMillis();

  /** Sets that time; zero or less for none. */
  void setReplayPauseMillis(long millis);
}
