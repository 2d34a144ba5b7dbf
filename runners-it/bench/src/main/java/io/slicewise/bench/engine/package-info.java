/** The jobs that are compared, and how one of them is run. */
package io.slicewise.bench.engine;
