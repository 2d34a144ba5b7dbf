package io.slicewise.bench.suite;

/** Engines of a row that should give the same panes do not. */
public final class MismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MismatchException(String message) {
    super(message);
  }
}
