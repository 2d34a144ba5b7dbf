package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.sliced.SlicedStateCodec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyStateCodecTest {
  private final Joining function = new Joining();
  private final KeyStateCodec codec =
      new KeyStateCodec(7, List.of(new SlicedStateCodec<>(function, 1)));

  private byte[] written(KeyState state) throws IOException {
    return written(codec, state);
  }

  private static byte[] written(KeyStateCodec codec, KeyState state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(state, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private KeyState read(byte[] bytes) throws IOException {
    return codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private KeyState stateWithEverything() {
    WindowingSpec spec =
        Specs.sliding(6, 2)
            .lateness(100)
            .discarding()
            .trigger(
                new Repeatedly(
                    new io.slicewise.core.trigger.TriggerSpec.AfterFirst(
                        List.of(new AfterPane(2), new AfterProcessingTime(List.of())))))
            .timestamps(TimestampCombiner.EARLIEST)
            .spec();
    KeyEngine<Object, String> engine = WindowedAggregation.of(spec).engine(function);
    KeyState state = engine.newState();
    engine.onElement(state, "a", -3, new Clocks(-10, 5));
    engine.onElement(state, "b", -1, new Clocks(-10, 6));
    engine.onElement(state, "c", -3, new Clocks(2, 7));
    return state;
  }

  @Test
  void bytesOfARestoredState_areTheSame() throws IOException {
    byte[] bytes = written(stateWithEverything());
    assertThat(written(read(bytes))).isEqualTo(bytes);
  }

  /** Stored state outlives a release: a change of these bytes needs a new format version. */
  @Test
  void format_isStable() throws IOException {
    assertThat(HexFormat.of().formatHex(written(stateWithEverything()))).isEqualTo(GOLDEN);
  }

  /** Each specification has its records and holds; the slices are those of both. */
  @Test
  void severalSpecs_bytesAreStable() throws IOException {
    WindowedAggregation aggregation =
        new WindowedAggregation(
            List.of(
                Specs.fixed(4).lateness(100).discarding().spec(),
                Specs.fixed(12).timestamps(TimestampCombiner.EARLIEST).spec()));
    KeyEngine<Object, String> engine = aggregation.engine(function);
    KeyState state = engine.newState();
    engine.onElement(state, "a", 1, new Clocks(-10, 5));
    engine.onElement(state, "b", 9, new Clocks(4, 6));
    engine.onElement(state, "c", 1, new Clocks(5, 7));
    KeyStateCodec both = aggregation.codec(function);
    byte[] bytes = written(both, state);
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN_OF_TWO);
    KeyState restored = both.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    assertThat(written(both, restored)).isEqualTo(bytes);
    assertThat(engine.onWatermark(restored, new Clocks(12, 8)).panes())
        .isEqualTo(engine.onWatermark(state, new Clocks(12, 8)).panes())
        .hasSize(2);
  }

  /** What most elements need is a few bytes, however many slices the key has. */
  @Test
  void hotState_bytesAreStable() throws IOException {
    WindowedAggregation aggregation = WindowedAggregation.of(Specs.sliding(6, 2).spec());
    KeyEngine<Object, String> engine = aggregation.engine(function);
    HotState<StringBuilder> hot = new HotState<>();
    assertThat(engine.buffer(hot, "a", 3, -10)).isEqualTo(HotOutcome.TAKEN);
    assertThat(engine.buffer(hot, "b", 9, 2)).isEqualTo(HotOutcome.TAKEN);
    assertThat(engine.buffer(hot, "c", 2, 1)).isEqualTo(HotOutcome.TAKEN);
    HotStateCodec<StringBuilder> hotCodec = aggregation.hotCodec(function);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    hotCodec.write(hot, new DataOutputStream(bytes));
    assertThat(HexFormat.of().formatHex(bytes.toByteArray())).isEqualTo(GOLDEN_HOT);
    HotState<StringBuilder> restored =
        hotCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(engine.buffer(restored, "late", -4, -10)).isEqualTo(HotOutcome.TOO_LATE);
    assertThat(engine.expiredWindowsOf(-4)).isEqualTo(3);
    assertThat(engine.buffer(restored, "over", -2, 2)).isEqualTo(HotOutcome.REFUSED);
    assertThat(engine.buffer(restored, "due", 9, 4)).isEqualTo(HotOutcome.REFUSED);
    KeyState state = engine.newState();
    engine.takeIn(restored, state);
    // a restored runner may start with a watermark behind the one that the hot state has seen
    assertThat(engine.onElement(state, "late", -4, new Clocks(-10, 8)).outcome())
        .isEqualTo(ElementOutcome.TOO_LATE);
    assertThat(engine.onWatermark(state, new Clocks(8, 8)).panes())
        .extracting(FiredPane::value)
        .containsExactly("a+c", "a+c", "a+c");
  }

  private static final String GOLDEN_HOT = "0106a920df04010200040006612b630c0262";

  @Test
  void fingerprintOfSeveralSpecs_knowsTheirOrder() {
    WindowingSpec one = Specs.fixed(60).spec();
    WindowingSpec other = Specs.fixed(30).spec();
    assertThat(new WindowedAggregation(List.of(one, other)).fingerprint())
        .isEqualTo(FIXED_60_AND_30)
        .isNotEqualTo(new WindowedAggregation(List.of(other, one)).fingerprint());
    assertThat(WindowedAggregation.of(one).fingerprint()).isEqualTo(FIXED_60);
  }

  private static final int FIXED_60_AND_30 = -137_069_090;
  private static final String GOLDEN_OF_TWO =
      "01d4ab8a420a04000101030c0c02000201020202000000030c07001004000002000400010204000261020263"
          + "02000200040001120202026200";
  private static final int FIXED_60 = -1_570_258_567;
  private static final String GOLDEN =
      "01000000070404000003be0105080702010100000000040000050003000001020e00040102010e0300030000"
          + "01020e00040102010e01010a05020c00040102010c080201000400000400026102026304000200026200";

  @Test
  void stateOfAnotherVersion_isRefused() throws IOException {
    byte[] bytes = written(stateWithEverything());
    bytes[0] = 2;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "State format version: must be 1 but was 2."
                + " Restore this state with the release of Slicewise that wrote it.");
  }

  @Test
  void stateOfOtherWindows_isRefused() throws IOException {
    byte[] bytes = written(stateWithEverything());
    KeyStateCodec other = new KeyStateCodec(8, List.of(new SlicedStateCodec<>(function, 1)));
    assertThatThrownBy(() -> other.read(new DataInputStream(new ByteArrayInputStream(bytes))))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "State of other windows: the windows, trigger, accumulation mode or timestamp combiner"
                + " must be those that the state was written with. Change them back, or start"
                + " without the old state, under another step name.");
  }

  /** Stored states are told apart by this number: it may not change between releases. */
  @Test
  void fingerprint_isStableAndTellsWindowsApart() {
    assertThat(Specs.fixed(60).spec().fingerprint()).isEqualTo(FIXED_60);
    assertThat(Specs.fixed(60).lateness(5).spec().fingerprint()).isEqualTo(FIXED_60);
    assertThat(Specs.fixed(30).spec().fingerprint()).isNotEqualTo(FIXED_60);
    assertThat(Specs.fixed(60).discarding().spec().fingerprint()).isNotEqualTo(FIXED_60);
    assertThat(Specs.fixed(60).trigger(new AfterPane(2)).spec().fingerprint())
        .isNotEqualTo(FIXED_60);
  }
}
