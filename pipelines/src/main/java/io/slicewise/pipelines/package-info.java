/** Ready-to-run pipelines and the {@code slicewise} command line. */
package io.slicewise.pipelines;
