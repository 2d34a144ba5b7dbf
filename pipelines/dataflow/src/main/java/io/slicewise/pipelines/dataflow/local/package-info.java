/**
 * Pub/Sub and BigQuery on this machine, to try a pipeline without Google Cloud: a server of
 * Pub/Sub's REST API on the loopback interface, and Beam's BigQuery in memory.
 */
package io.slicewise.pipelines.dataflow.local;
