/**
 * Pipelines from and to Google Cloud: {@link io.slicewise.pipelines.dataflow.PubsubToBigQuery} and,
 * for what lies in files, {@link io.slicewise.pipelines.dataflow.FilesToBigQuery}. Both are
 * templates of Dataflow.
 */
package io.slicewise.pipelines.dataflow;
