/**
 * The events of a scenario as a source that can be read again from any checkpoint: {@link
 * io.slicewise.replay.ReplaySource}. Runners must run in this process.
 */
package io.slicewise.replay;
