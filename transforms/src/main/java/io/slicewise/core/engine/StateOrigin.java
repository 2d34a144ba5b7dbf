package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What a stored state says of the windowing that it was written for.
 *
 * @param fingerprint tells windowings apart whose states mean different things
 * @param latenessMillis the allowed lateness of each window specification; none if it is not known,
 *     as of format 1
 */
public record StateOrigin(int fingerprint, List<Long> latenessMillis) implements Serializable {

  /** Copies the list. */
  public StateOrigin {
    latenessMillis = List.copyOf(latenessMillis);
  }

  static StateOrigin ofUnknownLateness(int fingerprint) {
    return new StateOrigin(fingerprint, List.of());
  }

  /** Whether a state from here may be of {@code windowing}, as far as it says. */
  boolean isOf(StateOrigin windowing) {
    return fingerprint == windowing.fingerprint
        && (latenessMillis.isEmpty() || latenessMillis.equals(windowing.latenessMillis));
  }

  /** The first allowed lateness that {@code later} has more of, by its index, or -1. */
  int firstGrown(StateOrigin later) {
    for (int i = 0; i < latenessMillis.size(); i++) {
      if (latenessMillis.get(i) < later.latenessMillis.get(i)) {
        return i;
      }
    }
    return -1;
  }

  void writeLateness(DataOutput out) throws IOException {
    VarLongs.write(latenessMillis.size(), out);
    for (long millis : latenessMillis) {
      VarLongs.write(millis, out);
    }
  }

  static StateOrigin read(int fingerprint, DataInput in) throws IOException {
    int count = VarLongs.readSize(in);
    List<Long> latenessMillis = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      latenessMillis.add(VarLongs.read(in));
    }
    return new StateOrigin(fingerprint, latenessMillis);
  }
}
