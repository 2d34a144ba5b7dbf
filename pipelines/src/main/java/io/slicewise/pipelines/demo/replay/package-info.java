/**
 * A file replayed as a stream: {@link io.slicewise.pipelines.demo.replay.ReplaySource} reads what
 * {@link io.slicewise.pipelines.demo.replay.ReplayFile} wrote, in that order, with a watermark that
 * follows a stated rule.
 */
package io.slicewise.pipelines.demo.replay;
