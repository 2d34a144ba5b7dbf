package io.slicewise.pipelines.fields;

/** Says why a record cannot be read, for a person. */
public final class UnreadableRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a reason such as {@code no field 'amount'}. */
  public UnreadableRecordException(String reason) {
    super(reason);
  }
}
