/** Many runs, each in a process of its own, compared row by row. */
package io.slicewise.bench.suite;
