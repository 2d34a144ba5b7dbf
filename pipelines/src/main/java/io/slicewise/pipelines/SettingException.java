package io.slicewise.pipelines;

/** A setting that cannot be used. The message is one line: option, value, rule, way out. */
public final class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message such as {@code --size=0h: must be more than zero. Use for example 24h.} */
  public SettingException(String message) {
    super(message);
  }
}
