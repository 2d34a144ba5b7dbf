/** The stream that all engines read: events computed from a seed, in chunks. */
package io.slicewise.bench.source;
