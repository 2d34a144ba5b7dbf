/**
 * {@code files-to-report}: rows of files, replayed as a stream and aggregated, to windowed files
 * and an HTML report. Rows are first written to one file with their event times ({@link
 * io.slicewise.pipelines.files.Spool}), which is then replayed: neither holds more than a few rows.
 */
package io.slicewise.pipelines.files;
