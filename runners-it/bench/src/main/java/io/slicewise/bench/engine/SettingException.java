package io.slicewise.bench.engine;

/** A setting that cannot be used. Its message names it, its value, the rule and the way out. */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** One line for the user. */
  public SettingException(String message) {
    super(message);
  }
}
