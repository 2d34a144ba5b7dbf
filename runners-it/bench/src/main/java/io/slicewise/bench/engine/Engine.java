package io.slicewise.bench.engine;

import java.util.Locale;

/** What aggregates in windows. */
public enum Engine {
  /** {@code SlicedWindowAggregate}. */
  SLICED,
  /** Beam's {@code Window.into} and {@code Combine.perKey}. */
  NATIVE,
  /** A {@code DoFn} that reads and writes one number of state per event, and nothing else. */
  FLOOR,
  /** The {@code HOP} windows of Flink SQL. */
  FLINK_SQL,
  /** The sliding windows of Flink's {@code DataStream}. */
  FLINK_DATASTREAM;

  /** Whether it runs on a runner of Beam. */
  public boolean isBeam() {
    return this == SLICED || this == NATIVE || this == FLOOR;
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
