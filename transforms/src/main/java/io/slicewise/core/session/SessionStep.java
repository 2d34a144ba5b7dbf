package io.slicewise.core.session;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.trigger.TriggerContext;

/**
 * An event of a key at work on its sessions.
 *
 * @param outputWatermarkMillis the output watermark of the key before the event
 */
record SessionStep<O>(StepBuilder<O> builder, long outputWatermarkMillis) {

  long watermarkMillis() {
    return builder.watermarkMillis();
  }

  TriggerContext triggerContext(Session<?> session) {
    return new TriggerContext(
        session.window().maxTimestamp(),
        builder.watermarkMillis(),
        builder.processingTimeMillis(),
        session);
  }
}
