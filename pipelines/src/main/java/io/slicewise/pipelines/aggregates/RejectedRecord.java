package io.slicewise.pipelines.aggregates;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.beam.sdk.coders.Coder;

/** A record that is in no result, as it came, and why. */
public final class RejectedRecord {
  private final byte[] payload;
  private final String reason;
  private final long lateByMillis;

  private RejectedRecord(byte[] payload, String reason, long lateByMillis) {
    this.payload = payload.clone();
    this.reason = Objects.requireNonNull(reason, "reason");
    this.lateByMillis = lateByMillis;
  }

  /** A record that cannot be read. */
  static RejectedRecord unreadable(byte[] payload, String reason) {
    return new RejectedRecord(payload, reason, 0);
  }

  /**
   * A record that came after all its windows had expired.
   *
   * @param lateByMillis by how much the watermark was beyond the expiry of the latest, more than 0
   */
  static RejectedRecord late(byte[] payload, String reason, long lateByMillis) {
    return new RejectedRecord(payload, reason, lateByMillis);
  }

  /** The record, byte for byte. */
  public byte[] payload() {
    return payload.clone();
  }

  /** Why it is in no result, for a person. */
  public String reason() {
    return reason;
  }

  /**
   * By how many milliseconds the watermark was beyond the expiry of the latest of its windows;
   * empty for a record that could not be read.
   */
  public OptionalLong lateByMillis() {
    return lateByMillis > 0 ? OptionalLong.of(lateByMillis) : OptionalLong.empty();
  }

  /** The coder of rejected records. */
  public static Coder<RejectedRecord> coder() {
    return RejectedRecordCoder.of();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RejectedRecord that
        && Arrays.equals(payload, that.payload)
        && reason.equals(that.reason)
        && lateByMillis == that.lateByMillis;
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(payload), reason, lateByMillis);
  }

  @Override
  public String toString() {
    return payload.length + " bytes: " + reason;
  }
}
