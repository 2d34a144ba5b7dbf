package io.slicewise.beam;

import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.slice.ColdPages;
import org.apache.beam.sdk.state.ValueState;

/**
 * The state cells of one key in one callback that needs more than the hot one. They are written
 * together or not at all.
 */
final class KeyCells {
  private final KeyEngine<?, ?> engine;
  private final ValueState<HotState<?>> hotCell;
  private final ValueState<KeyState> keyCell;
  private final ValueState<ColdPages> coldCell;

  /** Null if nothing is stored, or if the engine keeps none. */
  private final HotState<?> hot;

  private boolean changed;

  /**
   * The cells of a key.
   *
   * @param hot what was read of {@code hotCell}, or a new one, or null
   */
  KeyCells(
      KeyEngine<?, ?> engine,
      HotState<?> hot,
      ValueState<HotState<?>> hotCell,
      ValueState<KeyState> keyCell,
      ValueState<ColdPages> coldCell) {
    this.engine = engine;
    this.hot = hot;
    this.hotCell = hotCell;
    this.keyCell = keyCell;
    this.coldCell = coldCell;
  }

  /** The state of the key with what is hot of it, or null if nothing is stored. */
  KeyState readStored() {
    KeyState stored = keyCell.read();
    return stored == null && hot == null ? null : whole(stored);
  }

  /** The state of the key with what is hot of it. */
  KeyState readOrNew() {
    return whole(keyCell.read());
  }

  private KeyState whole(KeyState stored) {
    KeyState state = stored == null ? engine.newState() : stored;
    engine.lend(state, this::readCold);
    changed = engine.adopt(state);
    if (hot != null) {
      changed |= hot.slices().size() > 0;
      engine.takeIn(hot, state);
    }
    return state;
  }

  private ColdPages readCold() {
    ColdPages stored = coldCell.read();
    return stored == null ? ColdPages.NONE : stored;
  }

  /** Whether the state has changed as it was read: there was something hot, or an update. */
  boolean changed() {
    return changed;
  }

  /** Stores what there is to store of {@code state}. */
  void store(KeyState state) {
    if (state.isEmpty()) {
      keyCell.clear();
      hotCell.clear();
      coldCell.clear();
      return;
    }
    ColdPages cold = engine.chill(state);
    if (cold != null) {
      coldCell.write(cold);
    }
    keyCell.write(state);
    if (hot != null) {
      engine.update(hot, state);
      hotCell.write(hot);
    }
  }
}
