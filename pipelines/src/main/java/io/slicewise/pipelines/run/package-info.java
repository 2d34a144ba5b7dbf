/** Pipelines by name, for {@code slicewise run}. */
package io.slicewise.pipelines.run;
