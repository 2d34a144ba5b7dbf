package io.slicewise.pipelines.demo.input;

/**
 * A row that could not be read.
 *
 * @param line where it stands in the input, from 1
 * @param reason why, for a person
 * @param row the row as it came; bytes that are not UTF-8 are replaced
 */
public record DeadLetter(long line, String reason, String row) {}
