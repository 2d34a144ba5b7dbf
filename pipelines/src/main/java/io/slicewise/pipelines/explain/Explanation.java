package io.slicewise.pipelines.explain;

import io.slicewise.beam.Capabilities;
import io.slicewise.beam.Capabilities.Limit;
import java.util.List;

/**
 * All that is told.
 *
 * @param question what was asked
 * @param example what happens to a key
 * @param cost what a key costs
 * @param refusals what the transform refuses
 * @param limits what the runner lacks, or all that runners are known to
 */
record Explanation(
    Question question, Example example, Cost cost, Refusals refusals, List<Limit> limits) {
  /** Copies the limits. */
  Explanation {
    limits = List.copyOf(limits);
  }

  static Explanation of(Question question) {
    return new Explanation(
        question,
        Example.of(question),
        Cost.of(question),
        Refusals.of(question),
        question.runner().map(KnownRunner::limits).orElseGet(Capabilities::limits));
  }
}
