package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.Joining;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyStateCodecTest {
  private final Joining function = new Joining();
  private final WindowingSpec spec =
      Specs.sliding(6, 2)
          .lateness(100)
          .discarding()
          .trigger(
              new Repeatedly(
                  new io.slicewise.core.trigger.TriggerSpec.AfterFirst(
                      List.of(new AfterPane(2), new AfterProcessingTime(List.of())))))
          .timestamps(TimestampCombiner.EARLIEST)
          .spec();
  private final KeyStateCodec codec = WindowedAggregation.of(spec).codec(function);

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

  /** Each specification has its records and holds; the slices are those of both. */
  @Test
  void severalSpecs_goOnFromTheirBytes() throws IOException {
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
    KeyState restored = both.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    assertThat(written(both, restored)).isEqualTo(bytes);
    assertThat(engine.onWatermark(restored, new Clocks(12, 8)).panes())
        .isEqualTo(engine.onWatermark(state, new Clocks(12, 8)).panes())
        .hasSize(2);
  }

  @Test
  void hotState_goesOnFromItsBytes() throws IOException {
    WindowedAggregation aggregation = WindowedAggregation.of(Specs.sliding(6, 2).spec());
    KeyEngine<Object, String> engine = aggregation.engine(function);
    HotState<StringBuilder> hot = new HotState<>();
    assertThat(engine.buffer(hot, "a", 3, -10)).isEqualTo(HotOutcome.TAKEN);
    assertThat(engine.buffer(hot, "b", 9, 2)).isEqualTo(HotOutcome.TAKEN);
    assertThat(engine.buffer(hot, "c", 2, 1)).isEqualTo(HotOutcome.TAKEN);
    HotStateCodec<StringBuilder> hotCodec = aggregation.hotCodec(function);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    hotCodec.write(hot, new DataOutputStream(bytes));
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

  @Test
  void fingerprintOfSeveralSpecs_knowsTheirOrder() {
    WindowingSpec one = Specs.fixed(60).spec();
    WindowingSpec other = Specs.fixed(30).spec();
    assertThat(new WindowedAggregation(List.of(one, other)).fingerprint())
        .isNotEqualTo(new WindowedAggregation(List.of(other, one)).fingerprint());
    assertThat(WindowedAggregation.of(one).fingerprint()).isEqualTo(one.fingerprint());
  }

  @Test
  void stateOfAnotherVersion_isRefused() throws IOException {
    byte[] bytes = written(stateWithEverything());
    bytes[0] = 3;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "State format version: must be from 1 to 2 but was 3."
                + " Restore this state with the release of Slicewise that wrote it.");
  }

  @Test
  void stateOfOtherWindows_isRefused() throws IOException {
    byte[] bytes = written(stateWithEverything());
    KeyStateCodec other = Specs.sliding(6, 3).aggregation().codec(function);
    assertThatThrownBy(() -> other.read(new DataInputStream(new ByteArrayInputStream(bytes))))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "State of other windows: the windows, trigger, accumulation mode or timestamp combiner"
                + " must be those that the state was written with. Change them back, name"
                + " the windows of the state by withStateOf, or start without the old state, under"
                + " another step name.");
  }

  @Test
  void fingerprint_tellsWindowsApart() {
    int ofSixty = Specs.fixed(60).spec().fingerprint();
    assertThat(Specs.fixed(60).lateness(5).spec().fingerprint()).isEqualTo(ofSixty);
    assertThat(
            List.of(
                Specs.fixed(30).spec().fingerprint(),
                Specs.fixed(60).discarding().spec().fingerprint(),
                Specs.fixed(60).trigger(new AfterPane(2)).spec().fingerprint()))
        .doesNotContain(ofSixty);
  }
}
