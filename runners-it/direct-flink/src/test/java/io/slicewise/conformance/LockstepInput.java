package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import io.slicewise.pipelines.scenario.run.EventInput;
import io.slicewise.replay.Replay;
import io.slicewise.replay.ReplayMonitor;
import io.slicewise.replay.ReplaySource;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Each event once all subtasks of the aggregation have had those before it. Otherwise elements and
 * watermarks, which come to a subtask from several others, overtake one another.
 */
final class LockstepInput implements EventInput, AutoCloseable {
  private final int subtasks;
  private final List<Replay> replays = new ArrayList<>();

  LockstepInput(int subtasks) {
    this.subtasks = subtasks;
  }

  @Override
  public <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate) {
    String step = name.replace("/Events", "/Aggregate/Aggregate slices");
    Replay replay = Replay.open(scenario.events(), new Lockstep(step, scenario.events()));
    replays.add(replay);
    return pipeline.apply(
        name, Read.from(ReplaySource.of(replay, aggregate.valueClass(), aggregate.valueCoder())));
  }

  @Override
  public void close() {
    replays.forEach(Replay::close);
  }

  private final class Lockstep implements ReplayMonitor {
    private final String step;
    private final List<Event> events;
    private int position;
    private long elements;
    private long watermark = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();

    private Lockstep(String step, List<Event> events) {
      this.step = step;
      this.events = events;
    }

    @Override
    public int opened(int position) {
      return 1;
    }

    @Override
    public synchronized int limit(int reader) {
      boolean isFirst = elements == 0 && watermark == BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
      return isFirst || StepProgress.hasReached(step, subtasks, elements, watermark)
          ? position + 1
          : position;
    }

    @Override
    public synchronized void read(int reader, int position) {
      this.position = position + 1;
      if (events.get(position) instanceof Event.Element) {
        elements++;
      } else if (events.get(position) instanceof Event.Watermark moved) {
        watermark = moved.millis();
      }
    }
  }
}
