package io.slicewise.pipelines.run;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.beam.sdk.options.PipelineOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to a run, for programs that read logs: a line each when it starts, ends, fails or is
 * stopped from outside, of {@code key=value} pairs, to the logger {@code io.slicewise.run}. Values
 * that are not plain words are quoted as in JSON.
 */
final class RunLog {
  private static final Logger LOG = LoggerFactory.getLogger("io.slicewise.run");
  private static final Pattern PLAIN = Pattern.compile("[\\w.:/+-]+");

  private final String pipeline;
  private final long startNanos = System.nanoTime();
  private final Thread stopped = new Thread(() -> tell("stopped", ""), "run-log");

  private RunLog(String pipeline) {
    this.pipeline = pipeline;
  }

  /** A run that starts now. */
  static RunLog started(String pipeline, PipelineOptions options) {
    RunLog log = new RunLog(pipeline);
    LOG.info(
        "event=started pipeline={} runner={} job={}",
        value(pipeline),
        value(options.getRunner().getSimpleName()),
        value(options.getJobName()));
    Runtime.getRuntime().addShutdownHook(log.stopped);
    return log;
  }

  /** It has ended, or goes on elsewhere, with this exit status. */
  void ended(int status) {
    Runtime.getRuntime().removeShutdownHook(stopped);
    tell("ended", " status=" + status);
  }

  /** It has failed for this reason. */
  void failed(Throwable reason) {
    Runtime.getRuntime().removeShutdownHook(stopped);
    tell("failed", " reason=" + value(reason.toString()));
  }

  private void tell(String event, String more) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    LOG.info("event={} pipeline={} seconds={}{}", event, value(pipeline), seconds, more);
  }

  static String value(String text) {
    if (PLAIN.matcher(text).matches()) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c < ' ' ? '?' : c);
      }
    }
    return quoted.append('"').toString();
  }
}
