package io.slicewise.bench.engine;

import java.util.Locale;

/** Where Flink keeps state. */
public enum StateBackend {
  /** Objects on the heap. */
  HEAP("hashmap"),
  /** Bytes in RocksDB, in a temporary directory. */
  ROCKSDB("rocksdb");

  private final String flinkName;

  StateBackend(String flinkName) {
    this.flinkName = flinkName;
  }

  String flinkName() {
    return flinkName;
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
