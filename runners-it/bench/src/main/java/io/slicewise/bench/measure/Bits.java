package io.slicewise.bench.measure;

/** Mixes bits. */
public final class Bits {
  /** The odd number next to 2^64 over the golden ratio: multiples of it are spread evenly. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Bits() {}

  /** The finalizer of SplitMix64: each bit of the result depends on all of {@code bits}. */
  public static long mix(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
