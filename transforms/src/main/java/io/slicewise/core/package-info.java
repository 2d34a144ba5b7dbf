/** The engine: windows, slices, triggers and panes of one key, in pure Java. */
package io.slicewise.core;
