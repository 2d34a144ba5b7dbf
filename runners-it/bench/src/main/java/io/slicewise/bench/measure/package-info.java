/** What a run measures: its clock, its checksum, and figures of Flink. */
package io.slicewise.bench.measure;
