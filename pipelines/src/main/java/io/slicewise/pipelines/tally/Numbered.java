package io.slicewise.pipelines.tally;

import java.math.BigDecimal;
import java.util.Map;

/** What has numbers in fields. */
public interface Numbered {
  /** The number of each field that has one. */
  Map<String, BigDecimal> numbers();
}
