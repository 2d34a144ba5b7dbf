/**
 * From a file of rows to events: {@link io.slicewise.pipelines.demo.input.RowReader} is the entry.
 * A row that cannot be read becomes a {@link io.slicewise.pipelines.demo.input.DeadLetter}; nothing
 * is dropped in silence.
 */
package io.slicewise.pipelines.demo.input;
