package io.slicewise.pipelines.demo.panes;

/**
 * A window of a key.
 *
 * @param key the key
 * @param startMillis where it starts
 * @param endMillis where it ends, exclusive
 */
public record KeyWindow(String key, long startMillis, long endMillis) {
  static KeyWindow of(PaneLine pane) {
    return new KeyWindow(pane.key(), pane.startMillis(), pane.endMillis());
  }
}
