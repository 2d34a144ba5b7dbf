/**
 * Values of the fields of records, whatever the records are written in: numbers, times, texts. What
 * cannot be read has a reason for a person, an {@link
 * io.slicewise.pipelines.fields.UnreadableRecordException}.
 */
package io.slicewise.pipelines.fields;
