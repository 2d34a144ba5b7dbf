package io.slicewise.bench.measure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackendFactory;

/**
 * Flink's state on the heap, with its event-time timers counted: Flink has no metric of them. Each
 * step of a queue of timers costs a call by reflection.
 */
public final class TimerCountingBackend implements StateBackend {
  private static final long serialVersionUID = 1L;
  private static final String EVENT_TIME_QUEUES = "_timer_state/event";

  private final HashMapStateBackend heap;
  private final String measurementId;

  private TimerCountingBackend(HashMapStateBackend heap, String measurementId) {
    this.heap = heap;
    this.measurementId = measurementId;
  }

  @Override
  public <K> CheckpointableKeyedStateBackend<K> createKeyedStateBackend(
      KeyedStateBackendParameters<K> parameters) throws Exception {
    CheckpointableKeyedStateBackend<K> backend = heap.createKeyedStateBackend(parameters);
    @SuppressWarnings("unchecked")
    CheckpointableKeyedStateBackend<K> counting =
        (CheckpointableKeyedStateBackend<K>)
            proxy(CheckpointableKeyedStateBackend.class, new Backend(backend, measurementId));
    return counting;
  }

  @Override
  public OperatorStateBackend createOperatorStateBackend(OperatorStateBackendParameters parameters)
      throws Exception {
    return heap.createOperatorStateBackend(parameters);
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

  /** Wraps the queues of event-time timers that are created. */
  private record Backend(Object target, String measurementId) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
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

  /** Tells how the size of a queue changes. */
  private static final class Queue implements InvocationHandler {
    private final KeyGroupedInternalPriorityQueue<?> target;
    private final Measurement measurement;
    private int size;

    Queue(KeyGroupedInternalPriorityQueue<?> target, Measurement measurement) {
      this.target = target;
      this.measurement = measurement;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      Object result = TimerCountingBackend.invoke(method, target, args);
      int before = size;
      size = target.size();
      measurement.timersChanged(size - before);
      return result;
    }
  }

  /** By which Flink makes the backend, from its configuration. */
  public static final class Factory implements StateBackendFactory<TimerCountingBackend> {
    /** The entry with the id of the measurement. */
    public static final ConfigOption<String> MEASUREMENT =
        ConfigOptions.key("slicewise.measurement").stringType().noDefaultValue();

    @Override
    public TimerCountingBackend createFromConfig(ReadableConfig config, ClassLoader loader) {
      return new TimerCountingBackend(
          new HashMapStateBackendFactory().createFromConfig(config, loader),
          config.get(MEASUREMENT));
    }
  }
}
