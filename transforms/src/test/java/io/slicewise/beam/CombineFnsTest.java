package io.slicewise.beam;

import static org.joda.time.Duration.millis;

import io.slicewise.inverse.Inverses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.SetCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.ApproximateQuantiles;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFns;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Top;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** Differential: Beam's functions, and nasty ones, through Beam's transforms and through ours. */
class CombineFnsTest {
  private static final String SCRIPT =
      "5@1 3@3 8@12 W10 3@5 1@21 9@28 W31 4@22 2@33 W45 7@44 5@32 W70 6@80";

  @Test
  void functionsOfBeam() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (Window<KV<String, Long>> window : List.of(window(true), window(false))) {
      bothWays.compare("Sum", window, Sum.ofLongs());
      bothWays.compare("Count", window, Count.<Long>combineFn());
      bothWays.compare("Mean", window, Mean.<Long>of());
      bothWays.compare("Max", window, Max.ofLongs());
      bothWays.compare("Top", window, Top.largestLongsFn(2));
      bothWays.compare(
          "ApproximateQuantiles",
          window,
          ApproximateQuantiles.ApproximateQuantilesCombineFn.<Long>create(3));
      bothWays.compare("ApproximateUnique", window, approximateUnique());
    }
    bothWays.assertSame();
  }

  /** In windows of so many slices that each is made of the one before. */
  @Test
  void functionsWithAnInverse() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (Window<KV<String, Long>> window : List.of(window(40, 2, true), window(40, 2, false))) {
      bothWays.compare("Sum", window, Sum.ofLongs());
      bothWays.compare("Count", window, Count.<Long>combineFn());
      bothWays.compare("declared", window, Inverses.withInverse(new Xor(), (a, b) -> a ^ b));
    }
    bothWays.assertSame();
  }

  private static final class Xor extends CombineFn<Long, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long addInput(Long accumulator, Long input) {
      return accumulator ^ input;
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> accumulators) {
      long merged = 0;
      for (long accumulator : accumulators) {
        merged ^= accumulator;
      }
      return merged;
    }

    @Override
    public Long extractOutput(Long accumulator) {
      return accumulator;
    }
  }

  /** In windows of so many slices that folds of pages are kept. */
  @Test
  void functionsWithoutInverse() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (Window<KV<String, Long>> window : List.of(window(40, 1, true), window(40, 1, false))) {
      bothWays.compare("Max", window, Max.ofLongs());
      bothWays.compare("set", window, new Distinct());
    }
    bothWays.assertSame();
  }

  @SuppressWarnings("deprecation") // for a sketch that has no dependencies
  private static CombineFn<Long, ?, Long> approximateUnique() {
    return new org.apache.beam.sdk.transforms.ApproximateUnique.ApproximateUniqueCombineFn<>(
        16, VarLongCoder.of());
  }

  @Test
  void composedFunction() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    bothWays.compare("compose", window(true), new SumAndMax());
    bothWays.assertSame();
  }

  /** What {@code CombineFns.compose} makes, with a result that can be compared as text. */
  private static final class SumAndMax extends CombineFn<Long, Object[], String> {
    private static final TupleTag<Long> SUM = new TupleTag<>("sum");
    private static final TupleTag<Long> MAX = new TupleTag<>("max");

    private final CombineFns.ComposedCombineFn<Long> composed =
        CombineFns.compose()
            .with(new Identity(), Sum.ofLongs(), SUM)
            .with(new Identity(), Max.ofLongs(), MAX);

    @Override
    public Object[] createAccumulator() {
      return composed.createAccumulator();
    }

    @Override
    public Object[] addInput(Object[] accumulator, Long input) {
      return composed.addInput(accumulator, input);
    }

    @Override
    public Object[] mergeAccumulators(Iterable<Object[]> accumulators) {
      return composed.mergeAccumulators(accumulators);
    }

    @Override
    public String extractOutput(Object[] accumulator) {
      CombineFns.CoCombineResult result = composed.extractOutput(accumulator);
      return result.get(SUM) + "/" + result.get(MAX);
    }

    @Override
    public Coder<Object[]> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder)
        throws CannotProvideCoderException {
      return composed.getAccumulatorCoder(registry, inputCoder);
    }

    @Override
    public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return StringUtf8Coder.of();
    }
  }

  private static final class Identity extends SimpleFunction<Long, Long> {
    @Override
    public Long apply(Long value) {
      return value;
    }
  }

  @Test
  void functionThatReturnsItsAccumulator() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (Window<KV<String, Long>> window : List.of(window(true), window(false))) {
      bothWays.compare("set", window, new Distinct());
    }
    bothWays.assertSame();
  }

  /** Its result is its accumulator, which it goes on changing. */
  private static final class Distinct extends CombineFn<Long, Set<Long>, Set<Long>> {
    @Override
    public Set<Long> createAccumulator() {
      return new HashSet<>();
    }

    @Override
    public Set<Long> addInput(Set<Long> accumulator, Long input) {
      accumulator.add(input);
      return accumulator;
    }

    @Override
    public Set<Long> mergeAccumulators(Iterable<Set<Long>> accumulators) {
      Set<Long> merged = null;
      for (Set<Long> accumulator : accumulators) {
        if (merged == null) {
          merged = accumulator;
        } else {
          merged.addAll(accumulator);
        }
      }
      return merged;
    }

    @Override
    public Set<Long> extractOutput(Set<Long> accumulator) {
      return accumulator;
    }

    @Override
    public Coder<Set<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return SetCoder.of(inputCoder);
    }

    @Override
    public Coder<Set<Long>> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return SetCoder.of(inputCoder);
    }
  }

  /** Elements in order of time, so that the order of arrival is that of the slices. */
  @Test
  void functionThatDependsOnTheOrder() {
    String script = "5@1 3@3 8@12 W12 3@15 1@21 9@28 W31 4@32 2@33 W45 7@46 5@52 W70 6@80";
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(script));
    for (Window<KV<String, Long>> window : List.of(window(true), window(false))) {
      bothWays.compare("in order", window, new InOrder());
    }
    bothWays.assertSame();
  }

  /** Associative but not commutative. */
  private static final class InOrder extends CombineFn<Long, List<Long>, String> {
    @Override
    public List<Long> createAccumulator() {
      return new ArrayList<>();
    }

    @Override
    public List<Long> addInput(List<Long> accumulator, Long input) {
      accumulator.add(input);
      return accumulator;
    }

    @Override
    public List<Long> mergeAccumulators(Iterable<List<Long>> accumulators) {
      List<Long> merged = new ArrayList<>();
      accumulators.forEach(merged::addAll);
      return merged;
    }

    @Override
    public String extractOutput(List<Long> accumulator) {
      return accumulator.toString();
    }

    @Override
    public Coder<List<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return ListCoder.of(inputCoder);
    }

    @Override
    public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return StringUtf8Coder.of();
    }
  }

  /** A few hundred kilobytes per accumulator. */
  @Test
  void functionWithLargeAccumulators() {
    Random random = new Random(1);
    TestStream.Builder<KV<String, String>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of()));
    for (int i = 0; i < 12; i++) {
      String large = Character.toString('a' + i).repeat(100_000 + random.nextInt(100));
      stream =
          stream
              .addElements(
                  TimestampedValue.of(
                      KV.of(Scripts.KEY, large), Instant.ofEpochMilli(random.nextInt(60))))
              .advanceWatermarkTo(Instant.ofEpochMilli(5L * i));
    }
    BothWays<String> bothWays = new BothWays<>(stream.advanceWatermarkToInfinity());
    bothWays.compare(
        "large",
        Window.<KV<String, String>>into(SlidingWindows.of(millis(25)).every(millis(10)))
            .withAllowedLateness(millis(100))
            .accumulatingFiredPanes(),
        new Lengths());
    bothWays.assertSame();
  }

  /** Keeps all strings, and gives their lengths and the hash of them all in order of text. */
  private static final class Lengths extends CombineFn<String, List<String>, String> {
    @Override
    public List<String> createAccumulator() {
      return new ArrayList<>();
    }

    @Override
    public List<String> addInput(List<String> accumulator, String input) {
      accumulator.add(input);
      return accumulator;
    }

    @Override
    public List<String> mergeAccumulators(Iterable<List<String>> accumulators) {
      List<String> merged = new ArrayList<>();
      accumulators.forEach(merged::addAll);
      return merged;
    }

    @Override
    public String extractOutput(List<String> accumulator) {
      Collections.sort(accumulator);
      return accumulator.stream().map(String::length).toList() + " " + accumulator.hashCode();
    }

    @Override
    public Coder<List<String>> getAccumulatorCoder(
        CoderRegistry registry, Coder<String> inputCoder) {
      return ListCoder.of(inputCoder);
    }

    @Override
    public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<String> inputCoder) {
      return StringUtf8Coder.of();
    }
  }

  /** An accumulator that is its own value: nothing can be changed in place. */
  @Test
  void functionWithImmutableAccumulators() {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    bothWays.compare("immutable", window(false), new Product());
    bothWays.assertSame();
  }

  private static final class Product extends CombineFn<Long, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 1L;
    }

    @Override
    public Long addInput(Long accumulator, Long input) {
      return accumulator * input;
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> accumulators) {
      long product = 1;
      for (Long accumulator : accumulators) {
        product *= accumulator;
      }
      return product;
    }

    @Override
    public Long extractOutput(Long accumulator) {
      return accumulator;
    }

    @Override
    public Coder<Long> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
      return VarLongCoder.of();
    }
  }

  private static Window<KV<String, Long>> window(boolean accumulating) {
    return window(25, 10, accumulating);
  }

  private static Window<KV<String, Long>> window(long size, long period, boolean accumulating) {
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(SlidingWindows.of(millis(size)).every(millis(period)))
            .triggering(
                AfterWatermark.pastEndOfWindow()
                    .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                    .withLateFirings(AfterPane.elementCountAtLeast(1)))
            .withAllowedLateness(millis(15));
    return accumulating ? window.accumulatingFiredPanes() : window.discardingFiredPanes();
  }
}
