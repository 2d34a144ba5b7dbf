package io.slicewise.pipelines.explain;

import java.util.Locale;

/** Triggers that can be asked for by name, as those of the pipelines. */
enum TriggerPreset {
  /** At the end of the window. */
  AT_WATERMARK,
  /** Before and after it, too. */
  EARLY_AND_LATE,
  /** Whenever something comes. */
  EVERY_ELEMENT;

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
