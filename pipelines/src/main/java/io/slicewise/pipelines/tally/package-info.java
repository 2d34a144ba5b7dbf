/**
 * Counts, exact sums, extremes and means of fields, in one pass: {@link
 * io.slicewise.pipelines.tally.Tally} is the entry.
 */
package io.slicewise.pipelines.tally;
