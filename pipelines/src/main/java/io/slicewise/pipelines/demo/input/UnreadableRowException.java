package io.slicewise.pipelines.demo.input;

/** Says why a row cannot be read. */
final class UnreadableRowException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableRowException(String reason) {
    super(reason);
  }
}
