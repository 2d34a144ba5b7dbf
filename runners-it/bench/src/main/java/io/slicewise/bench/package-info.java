/** The command that measures whole jobs: {@code slicewise-bench}. */
package io.slicewise.bench;
