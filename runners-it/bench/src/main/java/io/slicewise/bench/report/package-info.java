/** What is written about a suite: tables and a chart. */
package io.slicewise.bench.report;
