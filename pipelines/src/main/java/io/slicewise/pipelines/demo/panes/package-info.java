/**
 * What comes out of the pipeline, as JSON lines: {@link io.slicewise.pipelines.demo.panes.PaneLine}
 * and {@link io.slicewise.pipelines.demo.panes.LateLine}, left in a folder by one DoFn each and
 * gathered when the run is over.
 */
package io.slicewise.pipelines.demo.panes;
