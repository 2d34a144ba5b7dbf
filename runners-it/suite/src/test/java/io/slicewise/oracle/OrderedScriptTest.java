package io.slicewise.oracle;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.Windows;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random scripts through frames of rows and windows of a number of elements, on the engine and from
 * the definition.
 */
class OrderedScriptTest {

  /** What is made of the elements of a script. */
  enum Kind {
    RANGE(script -> new OverFrame.Range(sizeOf(script))),
    ROWS(script -> new OverFrame.Rows(1 + random(script).nextInt(8))),
    COUNT(
        script -> {
          Random random = random(script);
          return new CountWindows(
              1 + random.nextInt(6), 1 + random.nextInt(6), random.nextBoolean());
        });

    private final Function<Scenario, Windows> windows;

    Kind(Function<Scenario, Windows> windows) {
      this.windows = windows;
    }

    /** As long as windows would be around which the times of the script are. */
    private static long sizeOf(Scenario script) {
      return ((WindowSpec.Trailing) script.windows().get(0)).sizeMillis();
    }

    /** The same for a script and for a smaller one made of it. */
    private static Random random(Scenario script) {
      return new Random(script.id().hashCode());
    }

    private Comparison.Runner oracle() {
      return script -> OrderedOracle.run(script, windows.apply(script));
    }

    private Comparison.Runner engine(EngineRun.Drive drive) {
      return new Comparison.Runner() {
        @Override
        public Outcome run(Scenario script) throws Exception {
          return runEngine(script, drive);
        }

        @Override
        public boolean mayHoldBackLonger(Scenario script) {
          return drive.mayHoldBackLonger(script);
        }

        @Override
        public String toString() {
          return drive.toString();
        }
      };
    }

    private Outcome runEngine(Scenario script, EngineRun.Drive drive) throws Exception {
      AllValues.EngineFn function = new AllValues.EngineFn(script.aggregate());
      Elements elements = new Elements(function);
      Windows windowsOfScript = windows.apply(script);
      long lateness = script.allowedLatenessMillis();
      if (windowsOfScript instanceof OverFrame frame) {
        OrderedAggregation<OverFrame> over = new OrderedAggregation<>(frame, lateness);
        return EngineRun.runOrdered(
            script,
            drive,
            anyResult(OrderedAggregation.overEngine(over, elements, function)),
            over.codec(elements, function));
      }
      OrderedAggregation<CountWindows> count =
          new OrderedAggregation<>((CountWindows) windowsOfScript, lateness);
      return EngineRun.runOrdered(
          script,
          drive,
          anyResult(OrderedAggregation.countEngine(count, elements, function)),
          count.codec(elements, function));
    }

    /** An engine only hands results out. */
    @SuppressWarnings("unchecked")
    private static KeyEngine<Object, Object> anyResult(KeyEngine<Object, ?> engine) {
      return (KeyEngine<Object, Object>) engine;
    }
  }

  /** An element as a list of one. */
  private record Elements(AllValues.EngineFn lists) implements AccumulatorCodec<Object> {
    @Override
    public byte[] encode(Object element) {
      return lists.encode(List.of(element));
    }

    @Override
    public Object decode(byte[] bytes) {
      return lists.decode(bytes).get(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void engineGivesWhatTheDefinitionGives(Kind kind) {
    RandomScriptTest.check(
        new Comparison(
            kind.oracle(), Stream.of(EngineRun.Drive.values()).map(kind::engine).toList()),
        number -> {
          Script script =
              Script.of(
                  RandomScripts.script(
                      RandomScriptTest.SEED + kind.ordinal(), number, RandomScripts.Kind.TRAILING));
          script.accumulation = Scenario.Accumulation.ACCUMULATING;
          return script.toScenario();
        },
        RandomScriptTest.SCRIPTS / 4);
  }
}
