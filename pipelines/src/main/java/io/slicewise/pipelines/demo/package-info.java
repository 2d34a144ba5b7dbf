/**
 * The {@code demo} command: rows of a file replayed as a stream, aggregated in sliding windows,
 * shown as a table and as one HTML page. {@link io.slicewise.pipelines.demo.DemoCommand} is the
 * entry, {@link io.slicewise.pipelines.demo.DemoPipeline} the part to copy.
 */
package io.slicewise.pipelines.demo;
