package io.slicewise.pipelines.demo.panes;

/**
 * A line as {@link PartFile} leaves it.
 *
 * @param key whose line it is: a key, or an instance of a DoFn
 * @param number how many lines of the key came before it
 * @param writtenMillis when its bundle began, in milliseconds since the epoch
 * @param text the line
 */
record NumberedLine(String key, long number, long writtenMillis, String text) {}
