package io.slicewise.core.engine;

/**
 * What time it is, given to every step; the core reads no clock.
 *
 * @param watermarkMillis the input watermark: no further element is expected with an earlier
 *     timestamp
 * @param processingTimeMillis the processing time; read only if the trigger needs it
 */
public record Clocks(long watermarkMillis, long processingTimeMillis) {}
