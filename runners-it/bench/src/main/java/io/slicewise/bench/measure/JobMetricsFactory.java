package io.slicewise.bench.measure;

import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** By which Flink makes {@link JobMetrics}, from its configuration. */
public final class JobMetricsFactory implements MetricReporterFactory {
  /** The property with the id of the measurement. */
  public static final String MEASUREMENT = "measurement";

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return new JobMetrics(Measurement.of(properties.getProperty(MEASUREMENT)));
  }
}
