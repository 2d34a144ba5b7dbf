package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.KeyTraffic.Layout;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.sliced.FoldChoice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of a key as a backend has it that serializes: what is moved, and what is left. */
class KeyTrafficTest {
  private static final int ELEMENTS_PER_SLICE = 10;

  private static KeyTraffic<Object> sumsOf(int ratio, Layout layout) {
    return new KeyTraffic<>(ratio, LongAggregation.LONG_SUM.function(), layout, ELEMENTS_PER_SLICE);
  }

  /** The more slices there are, the fewer of them an element or a firing has to do with. */
  @ParameterizedTest(name = "{0} slices: {1} bytes")
  @CsvSource({"1, 45", "12, 75", "60, 170", "256, 180", "600, 230", "1440, 300", "3600, 530"})
  void bytesForAnElement_growSlowly(int ratio, double most) {
    assertThat(sumsOf(ratio, Layout.HOT_AND_PAGED_COLD).bytesPerElement(ratio))
        .isLessThanOrEqualTo(most);
  }

  /** They are read once as the start of windows comes near, and once as others are put there. */
  @Test
  void slicesThatAreApart_areReadForFewFirings() {
    KeyTraffic<Object> key = sumsOf(1_440, Layout.HOT_AND_PAGED_COLD).passSlices(3_000);
    long before = key.coldReads();
    key.passSlices(1_000);
    assertThat(key.coldReads() - before).isBetween(25L, 40L);
  }

  /**
   * Slices of windows that share few are needed as soon as the watermark comes to them, and pages
   * are small: to put them apart would cost more for each, the more there are.
   */
  @ParameterizedTest(name = "{0} slices in a window")
  @ValueSource(ints = {1, 12, 60})
  void slicesOfShortWindows_stayTogether_howeverFarBehindTheWatermarkIs(int ratio) {
    WindowedAggregation windows = WindowedAggregation.of(Specs.sliding(ratio, 1).spec());
    KeyEngine<Object, String> shortWindows = windows.engine(function);
    KeyState state = shortWindows.newState();
    for (int slice = 0; slice < 1_000; slice++) {
      shortWindows.lend(state, () -> ColdPages.NONE);
      shortWindows.onElement(state, "a", slice, new Clocks(-10, 0));
      assertThat(shortWindows.chill(state)).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(LongAggregation.class)
  void panesAreTheSame_whateverTheLayout(LongAggregation aggregation) {
    KeyTraffic<Object> paged =
        new KeyTraffic<>(150, aggregation.function(), Layout.HOT_AND_PAGED_COLD, 2);
    KeyTraffic<Object> oneValue =
        new KeyTraffic<>(150, aggregation.function(), Layout.ONE_VALUE, 2);
    paged.passSlices(500);
    oneValue.passSlices(500);
    assertThat(paged.coldReads()).isPositive();
    assertThat(paged.panes()).hasSize(500).isEqualTo(oneValue.panes());
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void nothingIsLeft_behindTheLastWindow(Layout layout) {
    KeyTraffic<Object> key = sumsOf(150, layout).passSlices(400);
    for (int i = 0; i < 148; i++) {
      key.passSlice();
    }
    assertThat(key.storedBytes()).isPositive();
    key.passSlice();
    assertThat(key.storedBytes()).isZero();
  }

  private final Joining function = new Joining();
  private final WindowedAggregation aggregation =
      WindowedAggregation.of(Specs.sliding(8, 1).spec());
  private final KeyEngine<Object, String> engine =
      aggregation.engine(function, FoldChoice.BY_COST, new ChillRule(1, 1));
  private final KeyStateCodec codec = aggregation.codec(function);

  /** A key with slices apart, which {@code cold} takes. */
  private byte[] keyWithColdPage(ByteArrayOutputStream cold) throws IOException {
    KeyState state = engine.newState();
    engine.lend(state, () -> ColdPages.NONE);
    engine.onElement(state, "a", 0, new Clocks(-10, 0));
    engine.onElement(state, "b", 2, new Clocks(-10, 0));
    engine.onElement(state, "c", 7, new Clocks(-10, 0));
    assertThat(engine.chill(state)).as("just used").isNull();
    engine.lend(state, () -> ColdPages.NONE);
    ColdPages pages = engine.chill(state);
    aggregation.coldCodec().write(pages, new DataOutputStream(cold));
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    codec.write(state, new DataOutputStream(key));
    return key.toByteArray();
  }

  private KeyState restored(byte[] bytes) throws IOException {
    return codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void keyAndColdPages_goOnFromTheirBytes() throws IOException {
    ByteArrayOutputStream cold = new ByteArrayOutputStream();
    byte[] key = keyWithColdPage(cold);
    KeyState state = restored(key);
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    codec.write(state, new DataOutputStream(again));
    assertThat(again.toByteArray()).isEqualTo(key);
    ColdPages pages =
        aggregation
            .coldCodec()
            .read(new DataInputStream(new ByteArrayInputStream(cold.toByteArray())));
    engine.lend(state, () -> pages);
    assertThat(engine.onWatermark(state, new Clocks(3, 0)).panes())
        .extracting(pane -> pane.value())
        .containsExactly("a", "a", "a+b");
  }

  @Test
  void lostPage_isAnError() throws IOException {
    KeyState state = restored(keyWithColdPage(new ByteArrayOutputStream()));
    Supplier<ColdPages> nothing = () -> ColdPages.NONE;
    engine.lend(state, nothing);
    assertThatThrownBy(() -> engine.onWatermark(state, new Clocks(3, 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The cold state of a key lacks the slices of page 0, which its other state says are"
                + " there. Both must be restored from the same snapshot.");
  }

  @Test
  void pageThatIsNotLent_isAnError() throws IOException {
    KeyState state = restored(keyWithColdPage(new ByteArrayOutputStream()));
    assertThatThrownBy(() -> engine.onWatermark(state, new Clocks(3, 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cold slices are needed but were not lent.");
  }

  /** A state that stays an object does not hold on to what it was lent. */
  @Test
  void stateThatIsStored_givesBackWhatItWasLent() throws IOException {
    ByteArrayOutputStream cold = new ByteArrayOutputStream();
    KeyState state = restored(keyWithColdPage(cold));
    ColdPages pages =
        aggregation
            .coldCodec()
            .read(new DataInputStream(new ByteArrayInputStream(cold.toByteArray())));
    engine.lend(state, () -> pages);
    engine.chill(state);
    assertThatThrownBy(() -> engine.onWatermark(state, new Clocks(3, 0)))
        .hasMessage("Cold slices are needed but were not lent.");
  }
}
