package io.slicewise.pipelines.tally;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers in JSON, one form for one value: whole numbers without a fraction or an exponent. */
public final class PlainNumber {
  private PlainNumber() {}

  /** The number; {@code 2.50} as 2.5, {@code 3.0} and {@code 3} as 3, {@code 1e3} as 1000. */
  public static JsonNode node(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    if (stripped.scale() > 0) {
      return DecimalNode.valueOf(stripped);
    }
    BigInteger whole = stripped.toBigIntegerExact();
    return whole.bitLength() < Long.SIZE
        ? LongNode.valueOf(whole.longValue())
        : BigIntegerNode.valueOf(whole);
  }
}
