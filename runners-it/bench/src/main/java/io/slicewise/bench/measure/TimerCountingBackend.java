package io.slicewise.bench.measure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackendFactory;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackendFactory;

/**
 * Flink's state on the heap or in RocksDB, with its event-time timers counted, and its entries when
 * somebody asks: Flink has no metric of them. Each step of a queue of timers costs a call by
 * reflection.
 */
public final class TimerCountingBackend implements StateBackend {
  private static final long serialVersionUID = 1L;
  private static final String EVENT_TIME_QUEUES = "_timer_state/event";

  private final StateBackend target;
  private final String measurementId;

  private TimerCountingBackend(StateBackend target, String measurementId) {
    this.target = target;
    this.measurementId = measurementId;
  }

  @Override
  public <K> CheckpointableKeyedStateBackend<K> createKeyedStateBackend(
      KeyedStateBackendParameters<K> parameters) throws Exception {
    CheckpointableKeyedStateBackend<K> backend = target.createKeyedStateBackend(parameters);
    Set<String> stateNames = ConcurrentHashMap.newKeySet();
    Measurement.of(measurementId).stateIn(() -> countEntries(backend, stateNames));
    @SuppressWarnings("unchecked")
    CheckpointableKeyedStateBackend<K> counting =
        (CheckpointableKeyedStateBackend<K>)
            proxy(
                CheckpointableKeyedStateBackend.class,
                new Backend(backend, stateNames, measurementId));
    return counting;
  }

  private static <K> long countEntries(
      CheckpointableKeyedStateBackend<K> backend, Set<String> stateNames) {
    long entries = 0;
    for (String name : stateNames) {
      try (Stream<Tuple2<K, Object>> ofState = backend.getKeysAndNamespaces(name)) {
        entries += ofState.count();
      }
    }
    return entries;
  }

  @Override
  public OperatorStateBackend createOperatorStateBackend(OperatorStateBackendParameters parameters)
      throws Exception {
    return target.createOperatorStateBackend(parameters);
  }

  @Override
  public boolean useManagedMemory() {
    return target.useManagedMemory();
  }

  private static Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(
        TimerCountingBackend.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private static Object invoke(Method method, Object target, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Wraps the queues of event-time timers that are created, and notes the names of states. */
  private record Backend(Object target, Set<String> stateNames, String measurementId)
      implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      for (Object arg : args == null ? new Object[0] : args) {
        if (arg instanceof StateDescriptor<?, ?> state) {
          stateNames.add(state.getName());
        }
      }
      Object result = TimerCountingBackend.invoke(method, target, args);
      return result instanceof KeyGroupedInternalPriorityQueue<?> queue
              && args[0] instanceof String name
              && name.startsWith(EVENT_TIME_QUEUES)
          ? proxy(
              KeyGroupedInternalPriorityQueue.class,
              new Queue(queue, Measurement.of(measurementId)))
          : result;
    }
  }

  /**
   * Tells how many timers come and go. Nothing asks a queue for its size, which takes RocksDB a
   * pass over all timers; Beam removes a timer before it sets it again.
   */
  private record Queue(Object target, Measurement measurement) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      Object result = TimerCountingBackend.invoke(method, target, args);
      switch (method.getName()) {
        case "add" -> measurement.timersChanged(1);
        case "remove" -> measurement.timersChanged(-1);
        case "poll" -> measurement.timersChanged(result == null ? 0 : -1);
        default -> {}
      }
      return result;
    }
  }

  /** By which Flink makes the backend, from its configuration. */
  public static final class Factory implements StateBackendFactory<TimerCountingBackend> {
    /** The entry with the id of the measurement. */
    public static final ConfigOption<String> MEASUREMENT =
        ConfigOptions.key("slicewise.measurement").stringType().noDefaultValue();

    /** The entry with Flink's name of the backend that keeps the state. */
    public static final ConfigOption<String> BACKEND =
        ConfigOptions.key("slicewise.state-backend").stringType().noDefaultValue();

    @Override
    public TimerCountingBackend createFromConfig(ReadableConfig config, ClassLoader loader) {
      return new TimerCountingBackend(
          config.get(BACKEND).equals("rocksdb")
              ? new EmbeddedRocksDBStateBackendFactory().createFromConfig(config, loader)
              : new HashMapStateBackendFactory().createFromConfig(config, loader),
          config.get(MEASUREMENT));
    }
  }
}
