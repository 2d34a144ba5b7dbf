/**
 * Long runs: does the state stay bounded, is nothing left, is every pane right? Start at {@link
 * io.slicewise.bench.soak.SoakCase}.
 */
package io.slicewise.bench.soak;
