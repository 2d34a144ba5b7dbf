package io.slicewise.conformance;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** How far the steps of the jobs in this process have come, by Flink's own metrics. */
final class StepProgress implements MetricReporter {
  private static final Map<Metric, String> STEPS = new ConcurrentHashMap<>();

  /** By which Flink makes it, from its configuration. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new StepProgress();
    }
  }

  /** Whether {@code subtasks} subtasks of a step have had these elements and this watermark. */
  static boolean hasReached(String step, int subtasks, long elements, long watermark) {
    int found = 0;
    long taken = 0;
    long slowest = Long.MAX_VALUE;
    for (Map.Entry<Metric, String> metric : STEPS.entrySet()) {
      if (!metric.getValue().startsWith(step)) {
        continue;
      }
      if (metric.getKey() instanceof Counter counter) {
        taken += counter.getCount();
        found++;
      } else if (metric.getKey() instanceof Gauge<?> gauge && gauge.getValue() instanceof Long at) {
        slowest = Math.min(slowest, at);
        found++;
      }
    }
    return found == 2 * subtasks && taken == elements && slowest >= watermark;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    String step = group.getAllVariables().get("<operator_name>");
    if (step != null && (name.equals("numRecordsIn") || name.equals("currentInputWatermark"))) {
      STEPS.put(metric, step);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    STEPS.remove(metric);
  }
}
