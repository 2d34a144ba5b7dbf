package io.slicewise.bench.engine;

import java.util.Locale;

/** What runs the jobs of Beam. */
public enum JobRunner {
  /** FlinkRunner, in this process. */
  FLINK,
  /** DirectRunner. */
  DIRECT;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
