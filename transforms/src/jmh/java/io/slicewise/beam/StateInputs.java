package io.slicewise.beam;

import java.io.DataInput;
import java.io.InputStream;

/** What the coders of states read from, for benchmarks of other packages. */
public final class StateInputs {
  private StateInputs() {}

  /** Reads from {@code in}. */
  public static DataInput of(InputStream in) {
    return new StateInput(in);
  }
}
