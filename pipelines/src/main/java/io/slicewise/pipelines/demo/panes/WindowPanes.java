package io.slicewise.pipelines.demo.panes;

import java.util.List;
import java.util.Optional;

/**
 * All panes of a window.
 *
 * @param window the window of a key
 * @param panes at least one, by index
 */
public record WindowPanes(KeyWindow window, List<PaneLine> panes) {
  /** Copies the panes. */
  public WindowPanes {
    panes = List.copyOf(panes);
  }

  /** The same with another key. */
  public WindowPanes withKey(String key) {
    return new WindowPanes(
        new KeyWindow(key, window.startMillis(), window.endMillis()),
        panes.stream().map(pane -> pane.withKey(key)).toList());
  }

  /** The pane that came when the watermark passed the end, if one did. */
  public Optional<PaneLine> onTime() {
    return panes.stream().filter(pane -> pane.timing() == PaneLine.Timing.ON_TIME).findFirst();
  }

  /** The pane that holds what is known in the end. */
  public PaneLine last() {
    return panes.get(panes.size() - 1);
  }
}
