package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CumulativeWindowsTest {
  private static final CumulativeWindows SIX = CumulativeWindows.of(millis(6)).every(millis(2));

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "6 : 2 : 0 : 0 : [0, 2) [0, 4) [0, 6)",
        "6 : 2 : 0 : 3 : [0, 4) [0, 6)",
        "6 : 2 : 0 : 5 : [0, 6)",
        "6 : 2 : 0 : -3 : [-6, -2) [-6, 0)",
        "6 : 2 : 5 : 4 : [-1, 5)",
        "6 : 2 : 5 : 5 : [5, 7) [5, 9) [5, 11)",
        "6 : 6 : 1 : 3 : [1, 7)",
        "1 : 1 : 0 : 3 : [3, 4)"
      })
  void windows(long size, long step, long offset, long timestamp, String windows) {
    CumulativeWindows windowFn =
        CumulativeWindows.of(millis(size)).every(millis(step)).withOffset(millis(offset));
    assertThat(Panes.intervals(windowFn.windowsOf(Instant.ofEpochMilli(timestamp))))
        .isEqualTo(windows);
  }

  @Test
  void everyStepFromTheFirstElementOn_fires() {
    Panes<KV<String, String>> panes = new Panes<>();
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Scripts.stream("1@3 2@6 W20 3@5 W30"))
        .apply(
            SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
                .windowedBy(Window.into(CumulativeWindows.of(millis(10)).every(millis(2)))))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 4) KV{k, 1} @3 ON_TIME 0/0 first last",
            "[0, 6) KV{k, 1} @5 ON_TIME 0/0 first last",
            "[0, 8) KV{k, 1+2} @7 ON_TIME 0/0 first last",
            "[0, 10) KV{k, 1+2} @9 ON_TIME 0/0 first last");
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            0L, 1L, 0L, "size: must be from 1 ms to 9223372036854775 ms but was 0 ms. Use global"),
        Arguments.of(
            6L, 0L, 0L, "step: must be from 1 ms to 9223372036854775 ms but was 0 ms. Use global"),
        Arguments.of(
            6L,
            4L,
            0L,
            "step: must divide the size of 6 ms but was 4 ms. Use a size that is a multiple of the"
                + " step."),
        Arguments.of(
            6L,
            2L,
            6L,
            "offset: must be from 0 to less than the size of 6 ms but was 6 ms. Use the offset"
                + " modulo the size."));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void settingsOutOfRange(long size, long step, long offset, String message) {
    assertThatThrownBy(
            () -> CumulativeWindows.of(millis(size)).every(millis(step)).withOffset(millis(offset)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void equality_isOfAllSettings() throws Exception {
    CumulativeWindows same = CumulativeWindows.of(millis(6)).every(millis(2));
    assertThat(SIX).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(SerializableUtils.ensureSerializable(SIX)).isEqualTo(SIX);
    SIX.verifyCompatibility(same);
    for (Object other :
        new Object[] {
          SIX.every(millis(3)),
          SIX.withOffset(millis(1)),
          CumulativeWindows.of(millis(8)).every(millis(2)),
          FixedWindows.of(millis(6))
        }) {
      assertThat(SIX).isNotEqualTo(other);
    }
    assertThatThrownBy(() -> SIX.verifyCompatibility(FixedWindows.of(millis(6))))
        .isInstanceOf(IncompatibleWindowException.class)
        .hasMessageContaining(
            "windows: must be CumulativeWindows(size=6 ms, step=2 ms, offset=0 ms) on both sides.");
  }

  @Test
  void displayDataAndCoder() throws Exception {
    assertThat(DisplayData.from(SIX.withOffset(millis(1))).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .containsExactlyInAnyOrder(tuple("size", 6L), tuple("step", 2L), tuple("offset", 1L));
    CoderProperties.coderDecodeEncodeEqual(SIX.windowCoder(), window(0, 4));
    assertThat(SIX.getSize()).isEqualTo(millis(6));
    assertThat(SIX.getStep()).isEqualTo(millis(2));
    assertThat(SIX.getOffset()).isEqualTo(Duration.ZERO);
  }

  @Test
  void sideInput_isTheLatestWindowOfTheLastInstant() {
    assertThat(SIX.getDefaultWindowMappingFn().getSideInputWindow(window(2, 4)))
        .isEqualTo(window(0, 6));
    assertThatThrownBy(
            () -> SIX.getDefaultWindowMappingFn().getSideInputWindow(GlobalWindow.INSTANCE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "side input: in CumulativeWindows(size=6 ms, step=2 ms, offset=0 ms) it has no window"
                + " for a main input in the global window. Window the main input, or the side input"
                + " globally.");
  }

  private static IntervalWindow window(long startMillis, long endMillis) {
    return new IntervalWindow(Instant.ofEpochMilli(startMillis), Instant.ofEpochMilli(endMillis));
  }
}
