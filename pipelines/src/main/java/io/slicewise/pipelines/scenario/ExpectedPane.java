package io.slicewise.pipelines.scenario;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import java.util.Optional;

/**
 * A pane that must come out. What is absent is not compared; {@code retraction} always is.
 *
 * @param key the key
 * @param windowSpec to which window specification of the scenario it belongs, from 0
 * @param window the window that fires
 * @param value a {@link Long}, {@link Double}, {@link String}, or a list of them or of such lists
 * @param timing when it fires
 * @param index the number of panes the window had before
 * @param nonSpeculativeIndex the number of panes other than early ones before; -1 for an early pane
 * @param isFirst whether this is the window's first pane
 * @param isLast whether no further pane can come
 * @param timestampMillis the pane's timestamp
 * @param retraction whether it withdraws an earlier pane
 */
public record ExpectedPane(
    Optional<String> key,
    Optional<Integer> windowSpec,
    Optional<TimeWindow> window,
    Optional<Object> value,
    Optional<PaneTiming> timing,
    Optional<Long> index,
    Optional<Long> nonSpeculativeIndex,
    Optional<Boolean> isFirst,
    Optional<Boolean> isLast,
    Optional<Long> timestampMillis,
    boolean retraction) {

  /** The expectation that exactly {@code pane} comes out. */
  public static ExpectedPane of(Pane pane) {
    return new ExpectedPane(
        Optional.of(pane.key()),
        Optional.of(pane.windowSpec()),
        Optional.of(pane.window()),
        Optional.of(pane.value()),
        Optional.of(pane.timing()),
        Optional.of(pane.index()),
        Optional.of(pane.nonSpeculativeIndex()),
        Optional.of(pane.isFirst()),
        Optional.of(pane.isLast()),
        Optional.of(pane.timestampMillis()),
        pane.retraction());
  }
}
