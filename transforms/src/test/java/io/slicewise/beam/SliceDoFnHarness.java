package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.window.GlobalWindowPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.state.State;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.reflect.DoFnInvoker;
import org.apache.beam.sdk.transforms.reflect.DoFnInvoker.BaseArgumentProvider;
import org.apache.beam.sdk.transforms.reflect.DoFnInvokers;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;

/**
 * Runs a {@link SliceDoFn} through Beam's own invoker, as runners do, with state and timers that
 * can be looked at. State goes through its coder on every read and write.
 */
final class SliceDoFnHarness<V, A, O> {
  private final SliceDoFn<String, V, ?, O> doFn;
  private final DoFnInvoker<KV<String, V>, KV<String, O>> invoker;
  private final Coder<KeyState> stateCoder;
  private final Coder<HotState<?>> hotStateCoder;
  private final Coder<ColdPages> coldPagesCoder;
  private final Map<String, Key> keys = new TreeMap<>();
  private final boolean numbered;
  private final boolean firesAtTheTarget;
  private long watermark = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  private long processingTime;

  /** All panes of the first window specification so far. */
  final List<Panes.Pane> panes = new ArrayList<>();

  /** All panes so far of each window specification, by its number. */
  final Map<Integer, List<Panes.Pane>> panesOf = new TreeMap<>(Map.of(0, panes));

  /** All late elements so far. */
  final List<LateElement<?>> late = new ArrayList<>();

  /** A harness whose timers fire once their clock is beyond the target, as Beam says. */
  SliceDoFnHarness(WindowingSpec spec, CombineFnAggregate<V, A, O> function) {
    this(spec, function, false);
  }

  /** With {@code firesAtTheTarget}, processing-time timers fire when their clock reaches it. */
  SliceDoFnHarness(
      WindowingSpec spec, CombineFnAggregate<V, A, O> function, boolean firesAtTheTarget) {
    this(WindowedAggregation.of(spec), function, firesAtTheTarget);
  }

  /** In the windows of all specifications of {@code aggregation}, into an output each. */
  SliceDoFnHarness(
      WindowedAggregation aggregation,
      CombineFnAggregate<V, A, O> function,
      boolean firesAtTheTarget) {
    this(
        new WindowedKeys<>(aggregation, function),
        output(aggregation),
        aggregation.specs().size() > 1,
        firesAtTheTarget);
  }

  /** Numbers stay inside: {@link #add} takes them off. */
  @SuppressWarnings("unchecked")
  private static <O> PaneOutput<String, O, O> output(WindowedAggregation aggregation) {
    PaneOutput<String, O, O> values =
        PaneOutput.ofValues(
            aggregation.specs().stream()
                .allMatch(spec -> spec.windows() instanceof GlobalWindowPlan));
    return aggregation.specs().size() == 1
        ? values
        : (PaneOutput<String, O, O>) (PaneOutput<String, O, ?>) PaneOutput.numbered(values);
  }

  /** A harness of any aggregation. */
  <R> SliceDoFnHarness(
      KeyedAggregation<V, R> aggregation,
      PaneOutput<String, R, O> output,
      boolean firesAtTheTarget) {
    this(aggregation, output, false, firesAtTheTarget);
  }

  private <R> SliceDoFnHarness(
      KeyedAggregation<V, R> aggregation,
      PaneOutput<String, R, O> output,
      boolean numbered,
      boolean firesAtTheTarget) {
    this.numbered = numbered;
    this.doFn =
        SerializableUtils.ensureSerializable(
            new SliceDoFn<String, V, R, O>(
                aggregation, output, SideOutputs.LATE, IsBounded.UNBOUNDED));
    this.invoker = DoFnInvokers.tryInvokeSetupFor(doFn, BothWays.options());
    this.stateCoder = aggregation.stateCoder();
    this.hotStateCoder = aggregation.hotStateCoder();
    this.coldPagesCoder = aggregation.coldPagesCoder();
    this.firesAtTheTarget = firesAtTheTarget;
  }

  /** What a runner keeps for a key. */
  final class Key {
    final FakeTimer eventTimer = new FakeTimer();
    final FakeTimer processingTimer = new FakeTimer();
    final FakeStateCell<KeyState> cell = new FakeStateCell<>(stateCoder);
    final FakeStateCell<HotState<?>> hot = new FakeStateCell<>(hotStateCoder);
    final FakeStateCell<ColdPages> cold = new FakeStateCell<>(coldPagesCoder);

    private FakeTimer timer(String id) {
      return switch (id) {
        case SliceDoFn.EVENT_TIME_TIMER -> eventTimer;
        case SliceDoFn.PROCESSING_TIME_TIMER -> processingTimer;
        default -> throw new AssertionError("No such timer: " + id);
      };
    }
  }

  Key keyOf(String name) {
    return keys.computeIfAbsent(name, unused -> new Key());
  }

  /** Gives an element to the {@code DoFn}. */
  void element(String key, V value, long timestampMillis) {
    keyOf(key).eventTimer.now = watermark;
    keyOf(key).processingTimer.now = processingTime;
    invoker.invokeProcessElement(
        new ElementArguments(key, value, Instant.ofEpochMilli(timestampMillis)));
  }

  /** Moves the watermark and fires what is due, the earliest timer of any key first. */
  void advanceWatermark(long millis) {
    watermark = millis;
    fireDue(key -> key.eventTimer, SliceDoFn.EVENT_TIME_TIMER, watermark);
  }

  /** Moves the processing time and fires what is due. */
  void advanceProcessingTime(long millis) {
    processingTime = millis;
    long beyond = firesAtTheTarget ? processingTime + 1 : processingTime;
    fireDue(key -> key.processingTimer, SliceDoFn.PROCESSING_TIME_TIMER, beyond);
  }

  private void fireDue(Function<Key, FakeTimer> timerOf, String id, long beyond) {
    int fired = 0;
    for (; ; ) {
      Optional<Map.Entry<String, Key>> next =
          keys.entrySet().stream()
              .filter(entry -> timerOf.apply(entry.getValue()).target != null)
              .min(Comparator.comparing(entry -> timerOf.apply(entry.getValue()).target))
              .filter(entry -> timerOf.apply(entry.getValue()).target.getMillis() < beyond);
      if (next.isEmpty()) {
        return;
      }
      if (fired++ > 10_000) {
        throw new AssertionError("The timer " + id + " fires forever");
      }
      Key key = next.get().getValue();
      key.eventTimer.now = watermark;
      key.processingTimer.now = processingTime;
      FakeTimer timer = timerOf.apply(key);
      Instant target = timer.target;
      timer.target = null;
      invoker.invokeOnTimer("ts-" + id, "", new TimerArguments(next.get().getKey(), target));
    }
  }

  private abstract class Arguments extends BaseArgumentProvider<KV<String, V>, KV<String, O>> {
    final String key;

    Arguments(String key) {
      this.key = key;
    }

    @Override
    public State state(String stateId, boolean alwaysFetched) {
      return switch (stateId) {
        case SliceDoFn.KEY_STATE -> keyOf(key).cell;
        case SliceDoFn.HOT_STATE -> keyOf(key).hot;
        case SliceDoFn.COLD_STATE -> keyOf(key).cold;
        default -> throw new AssertionError("No such state: " + stateId);
      };
    }

    @Override
    public Timer timer(String timerId) {
      return keyOf(key).timer(timerId.substring(timerId.indexOf('-') + 1));
    }

    @Override
    public String getErrorContext() {
      return "SliceDoFnHarness";
    }
  }

  private final class ElementArguments extends Arguments {
    private final DoFn<KV<String, V>, KV<String, O>>.ProcessContext context;

    ElementArguments(String key, V value, Instant timestamp) {
      super(key);
      this.context = new ElementContext(doFn, KV.of(key, value), timestamp);
    }

    @Override
    public DoFn<KV<String, V>, KV<String, O>>.ProcessContext processContext(
        DoFn<KV<String, V>, KV<String, O>> unused) {
      return context;
    }
  }

  private final class TimerArguments extends Arguments {
    private final DoFn<KV<String, V>, KV<String, O>>.OnTimerContext context;

    TimerArguments(String key, Instant fireTimestamp) {
      super(key);
      this.context = new TimerContext(doFn, fireTimestamp);
    }

    @Override
    public Object key() {
      return key;
    }

    @Override
    public DoFn<KV<String, V>, KV<String, O>>.OnTimerContext onTimerContext(
        DoFn<KV<String, V>, KV<String, O>> unused) {
      return context;
    }
  }

  private void add(
      KV<String, ?> output,
      Instant timestamp,
      Collection<? extends BoundedWindow> windows,
      PaneInfo info) {
    int spec = 0;
    KV<String, ?> pane = output;
    if (numbered) {
      KV<?, ?> ofSpec = (KV<?, ?>) output.getValue();
      spec = (Integer) ofSpec.getKey();
      pane = KV.of(output.getKey(), ofSpec.getValue());
    }
    panesOf
        .computeIfAbsent(spec, unused -> new ArrayList<>())
        .add(new Panes.Pane(pane.toString(), windows.iterator().next(), timestamp, info));
  }

  private final class ElementContext extends DoFn<KV<String, V>, KV<String, O>>.ProcessContext {
    private final KV<String, V> element;
    private final Instant timestamp;

    ElementContext(
        DoFn<KV<String, V>, KV<String, O>> outer, KV<String, V> element, Instant timestamp) {
      outer.super();
      this.element = element;
      this.timestamp = timestamp;
    }

    @Override
    public KV<String, V> element() {
      return element;
    }

    @Override
    public Instant timestamp() {
      return timestamp;
    }

    @Override
    public void outputWindowedValue(
        KV<String, O> output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      add(output, at, windows, info);
    }

    @Override
    public <T> void output(TupleTag<T> tag, T output) {
      throw new UnsupportedOperationException("output");
    }

    @Override
    public void output(KV<String, O> output) {
      throw new UnsupportedOperationException("output");
    }

    @Override
    public void outputWithTimestamp(KV<String, O> output, Instant at) {
      throw new UnsupportedOperationException("outputWithTimestamp");
    }

    @Override
    public <T> void outputWithTimestamp(TupleTag<T> tag, T output, Instant at) {
      throw new UnsupportedOperationException("outputWithTimestamp");
    }

    @Override
    public <T> void outputWindowedValue(
        TupleTag<T> tag,
        T output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      assertThat(tag).isEqualTo(SideOutputs.lateTag());
      late.add((LateElement<?>) ((KV<?, ?>) output).getValue());
    }

    @Override
    public <T> T sideInput(PCollectionView<T> view) {
      throw new UnsupportedOperationException("sideInput");
    }

    @Override
    public PaneInfo pane() {
      return PaneInfo.NO_FIRING;
    }

    @Override
    public String currentRecordId() {
      return null;
    }

    @Override
    public Long currentRecordOffset() {
      return null;
    }

    @Override
    public PipelineOptions getPipelineOptions() {
      throw new UnsupportedOperationException("getPipelineOptions");
    }
  }

  private final class TimerContext extends DoFn<KV<String, V>, KV<String, O>>.OnTimerContext {
    private final Instant fireTimestamp;

    TimerContext(DoFn<KV<String, V>, KV<String, O>> outer, Instant fireTimestamp) {
      outer.super();
      this.fireTimestamp = fireTimestamp;
    }

    @Override
    public Instant timestamp() {
      return fireTimestamp;
    }

    @Override
    public Instant fireTimestamp() {
      return fireTimestamp;
    }

    @Override
    public BoundedWindow window() {
      return GlobalWindow.INSTANCE;
    }

    @Override
    public TimeDomain timeDomain() {
      throw new UnsupportedOperationException("timeDomain");
    }

    @Override
    public void outputWindowedValue(
        KV<String, O> output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      add(output, at, windows, info);
    }

    @Override
    public void output(KV<String, O> output) {
      throw new UnsupportedOperationException("output");
    }

    @Override
    public void outputWithTimestamp(KV<String, O> output, Instant at) {
      throw new UnsupportedOperationException("outputWithTimestamp");
    }

    @Override
    public <T> void output(TupleTag<T> tag, T output) {
      throw new UnsupportedOperationException("output");
    }

    @Override
    public <T> void outputWithTimestamp(TupleTag<T> tag, T output, Instant at) {
      throw new UnsupportedOperationException("outputWithTimestamp");
    }

    @Override
    public <T> void outputWindowedValue(
        TupleTag<T> tag,
        T output,
        Instant at,
        Collection<? extends BoundedWindow> windows,
        PaneInfo info) {
      throw new AssertionError("This is lost on the Fn API: " + output);
    }

    @Override
    public PipelineOptions getPipelineOptions() {
      throw new UnsupportedOperationException("getPipelineOptions");
    }
  }
}
