package io.slicewise.pipelines.scenario;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;

/**
 * A pane that came out.
 *
 * @param key the key
 * @param windowSpec to which window specification of the scenario it belongs, from 0
 * @param window the window that fired
 * @param value a {@link Long}, {@link Double}, {@link String}, or a list of them or of such lists
 * @param timing when it fired
 * @param index the number of panes the window had before
 * @param nonSpeculativeIndex the number of panes other than early ones before; -1 for an early pane
 * @param isFirst whether this is the window's first pane
 * @param isLast whether no further pane can come
 * @param timestampMillis the pane's timestamp
 * @param retraction whether it withdraws an earlier pane
 */
public record Pane(
    String key,
    int windowSpec,
    TimeWindow window,
    Object value,
    PaneTiming timing,
    long index,
    long nonSpeculativeIndex,
    boolean isFirst,
    boolean isLast,
    long timestampMillis,
    boolean retraction) {}
