package io.slicewise.bench.suite;

import static io.slicewise.bench.engine.Engine.FLINK_SQL;
import static io.slicewise.bench.engine.Engine.FLOOR;
import static io.slicewise.bench.engine.Engine.NATIVE;
import static io.slicewise.bench.engine.Engine.SLICED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import io.slicewise.bench.engine.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of runs, and when their figures may be shown. */
class SuiteTest {
  private static final Row ROW =
      new Row(
          "heap-60",
          60,
          List.of("--size=60000"),
          Map.of(SLICED, 1000L, FLOOR, 1000L, NATIVE, 100L));

  private static RunResult run(Engine engine, long events, String checksum) {
    return SampleRuns.run(engine, events, 1, checksum);
  }

  @Test
  void enginesTakeTurns_andTheSlicedOneRunsOnceMoreForTheSlowOne() throws Exception {
    SampleRuns runs = new SampleRuns(Map.of());
    List<String> progress = new ArrayList<>();
    new Suite(runs, 2, progress::add).run(ROW);

    assertThat(runs.launched())
        .containsExactly(
            List.of("--engine=sliced", "--events=1000", "--warmup-events=333", "--size=60000"),
            List.of("--engine=native", "--events=100", "--warmup-events=33", "--size=60000"),
            List.of("--engine=floor", "--events=1000", "--warmup-events=333", "--size=60000"),
            List.of("--engine=native", "--events=100", "--warmup-events=33", "--size=60000"),
            List.of("--engine=floor", "--events=1000", "--warmup-events=333", "--size=60000"),
            List.of("--engine=sliced", "--events=1000", "--warmup-events=333", "--size=60000"),
            List.of("--engine=sliced", "--events=100", "--warmup-events=33", "--size=60000"));
    assertThat(progress).hasSize(7);
    assertThat(progress.get(3)).isEqualTo("heap-60: native, 100 events, run 2 of 2");
  }

  @Test
  void medianAndMinimumOfRuns() {
    Row row = new Row("r", 1, List.of(), Map.of(SLICED, 10L, FLOOR, 10L));
    RowResult result =
        RowResult.checked(
            row,
            Map.of(
                SLICED,
                List.of(
                    SampleRuns.run(SLICED, 10, 30, "a"),
                    SampleRuns.run(SLICED, 10, 90, "a"),
                    SampleRuns.run(SLICED, 10, 40, "a")),
                FLOOR,
                List.of(SampleRuns.run(FLOOR, 10, 60, "a"), SampleRuns.run(FLOOR, 10, 50, "a"))),
            List.of());

    assertThat(result.medianEventsPerSecond(SLICED)).isEqualTo(40);
    assertThat(result.leastEventsPerSecond(SLICED)).isEqualTo(30);
    assertThat(result.medianEventsPerSecond(FLOOR)).isEqualTo(50);
    assertThat(result.slicedOver(FLOOR)).isEqualTo(0.8);
  }

  @Test
  void differentChecksumsOfAsManyEventsAreRefused_byName() {
    Row row = new Row("heap-1", 1, List.of(), Map.of(SLICED, 10L, FLINK_SQL, 10L));
    assertThatThrownBy(
            () ->
                RowResult.checked(
                    row,
                    Map.of(
                        SLICED, List.of(run(SLICED, 10, "aa")),
                        FLINK_SQL, List.of(run(FLINK_SQL, 10, "bb"))),
                    List.of()))
        .isInstanceOf(MismatchException.class)
        .hasMessage(
            "row heap-1, 10 events: sliced has panes 7 and checksum aa, but flink-sql has panes 7"
                + " and checksum bb. No figure of this row can be trusted.");
  }

  @Test
  void slowEngineIsComparedWithTheSlicedOneAtItsOwnNumberOfEvents() {
    Row row = new Row("heap-1", 1, List.of(), Map.of(SLICED, 10L, NATIVE, 5L));
    Map<Engine, List<RunResult>> runs =
        Map.of(SLICED, List.of(run(SLICED, 10, "aa")), NATIVE, List.of(run(NATIVE, 5, "bb")));

    assertThat(RowResult.checked(row, runs, List.of(run(SLICED, 5, "bb"))).runs()).isEqualTo(runs);
    assertThatThrownBy(() -> RowResult.checked(row, runs, List.of(run(SLICED, 5, "cc"))))
        .isInstanceOf(MismatchException.class)
        .hasMessageContainingAll("5 events", "native has", "sliced has");
  }

  /** It gives no panes. */
  @Test
  void floorIsComparedWithNoOne() throws Exception {
    Row row = new Row("heap-1", 1, List.of(), Map.of(SLICED, 10L, FLOOR, 5L));
    SampleRuns runs = new SampleRuns(Map.of());
    new Suite(runs, 1, line -> {}).run(row);
    assertThat(runs.launched()).hasSize(2);
  }

  @Test
  void runsOfOneEngineThatDifferAreRefused() {
    Row row = new Row("heap-1", 1, List.of(), Map.of(SLICED, 10L));
    assertThatThrownBy(
            () ->
                RowResult.checked(
                    row,
                    Map.of(SLICED, List.of(run(SLICED, 10, "aa"), run(SLICED, 10, "ab"))),
                    List.of()))
        .isInstanceOf(MismatchException.class);
  }

  @Test
  void rowsAreChosenByName() {
    assertThat(Rows.named(Rows.all(), List.of("sparse-60", "heap-1")))
        .extracting(Row::name)
        .containsExactly("heap-1", "sparse-60");
    assertThatThrownBy(() -> Rows.named(Rows.shortRows(), List.of("heap-1", "heap-7")))
        .isInstanceOf(SettingException.class)
        .hasMessage("--rows: no row is named heap-7. Use some of: heap-1, heap-60, heap-600.");
  }

  @Test
  void namesAreUnique_andNoEngineHasMoreEventsThanTheSlicedOne() {
    for (List<Row> rows : List.of(Rows.all(), Rows.shortRows())) {
      assertThat(rows).extracting(Row::name).doesNotHaveDuplicates();
      assertThat(rows)
          .allSatisfy(
              row ->
                  assertThat(row.events().values())
                      .allMatch(events -> events <= row.events().get(SLICED)));
    }
  }
}
