package io.slicewise.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.engine.KeyWork.Storage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What elements and panes cost, in calls of the aggregate function: ten elements in a slice, all in
 * order, and a pane after each slice. A clock would tell less, and not the same twice.
 */
class KeyWorkTest {

  /** A few for each pane, however many slices the window has. */
  @ParameterizedTest(name = "{0} slices: {1}")
  @CsvSource({"1, 1", "5, 5", "12, 8", "60, 10", "120, 10", "600, 10", "1440, 10"})
  void whereTheStateIsAnObject_panesMergeFew_andElementsCopyNothing(int slices, double most) {
    for (LongAggregation aggregation : LongAggregation.values()) {
      KeyWork work = KeyWork.of(slices, aggregation, Storage.OBJECTS, Math.max(slices, 100));
      assertThat(work.mergesPerPane()).as("merges of %s", aggregation).isLessThanOrEqualTo(most);
      assertThat(work.perPane(work.ofPanes().decoded()))
          .as("copies of %s: one for each merge", aggregation)
          .isLessThanOrEqualTo(most);
      assertThat(work.perPane(work.ofPanes().encoded()))
          .as("encodings of %s: each slice once, and the folds that windows share", aggregation)
          .isLessThanOrEqualTo(3.5);
      assertThat(work.ofElements().encoded())
          .as("encodings of %s for elements", aggregation)
          .isZero();
      assertThat(work.ofElements().decoded()).as("copies of %s for elements", aggregation).isZero();
    }
  }

  /**
   * What an event has nothing to do with stays bytes, however much there is of it. A window that
   * enters a page costs more, which 40 panes of a long window do not even out.
   */
  @ParameterizedTest(name = "{0} slices: {1}")
  @CsvSource({"1, 1", "5, 5", "12, 8", "60, 10", "120, 10", "600, 11", "1440, 13"})
  void whereTheStateIsBytes_onlyWhatIsNeededBecomesObjects(int slices, double mostOfAPane) {
    for (LongAggregation aggregation : LongAggregation.values()) {
      KeyWork work = KeyWork.of(slices, aggregation, Storage.BYTES, 40);
      assertThat(work.perElement(work.ofElements().decoded()))
          .as("copies of %s for an element", aggregation)
          .isLessThanOrEqualTo(1);
      assertThat(work.perElement(work.ofElements().encoded()))
          .as("encodings of %s for an element", aggregation)
          .isLessThanOrEqualTo(1);
      assertThat(work.perPane(work.ofPanes().decoded()))
          .as("copies of %s for a pane", aggregation)
          .isLessThanOrEqualTo(mostOfAPane);
      assertThat(work.perPane(work.ofPanes().encoded()))
          .as("encodings of %s for a pane", aggregation)
          .isLessThanOrEqualTo(4);
    }
  }

  @ParameterizedTest(name = "{0} slices")
  @ValueSource(ints = {1, 60, 600})
  void keyWithoutElements_leavesNothingBehindItsLastWindow(int slices) {
    for (LongAggregation aggregation : LongAggregation.values()) {
      SteadyKey key = new SteadyKey(SteadyKey.windows(slices), aggregation.function());
      key.runUp(slices).addElement();
      long lastInstant = slices * SteadyKey.PERIOD_MILLIS - 1;
      Step<Object> before = key.passTime(lastInstant, pane -> {});
      assertThat(key.state().isEmpty()).as("%s in its last window", aggregation).isFalse();
      assertThat(before.timers().hasEventTime()).as("timer of %s", aggregation).isTrue();
      Step<Object> after = key.passTime(1, pane -> {});
      assertThat(key.state().isEmpty()).as("%s after its last window", aggregation).isTrue();
      assertThat(key.state().liveSlices()).as("slices of %s", aggregation).isZero();
      assertThat(after.timers()).as("timers of %s", aggregation).isEqualTo(TimerRequest.NOTHING);
    }
  }
}
