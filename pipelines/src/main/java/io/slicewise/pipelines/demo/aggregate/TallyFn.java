package io.slicewise.pipelines.demo.aggregate;

import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.tally.Tally;
import io.slicewise.pipelines.tally.TallyCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** Tallies events. */
public final class TallyFn extends CombineFn<Event, Tally, Tally> {
  private static final long serialVersionUID = 1L;

  @Override
  public Tally createAccumulator() {
    return Tally.EMPTY;
  }

  @Override
  public Tally addInput(Tally tally, Event event) {
    return tally.plus(Tally.of(event.numbers()));
  }

  @Override
  public Tally mergeAccumulators(Iterable<Tally> tallies) {
    Tally sum = Tally.EMPTY;
    for (Tally tally : tallies) {
      sum = sum.plus(tally);
    }
    return sum;
  }

  @Override
  public Tally extractOutput(Tally tally) {
    return tally;
  }

  @Override
  public Coder<Tally> getAccumulatorCoder(CoderRegistry registry, Coder<Event> inputCoder) {
    return TallyCoder.of();
  }

  @Override
  public Coder<Tally> getDefaultOutputCoder(CoderRegistry registry, Coder<Event> inputCoder) {
    return TallyCoder.of();
  }
}
