/**
 * One HTML page about a run, with everything inside it: {@link
 * io.slicewise.pipelines.demo.report.HtmlReport} is the entry. It draws both pictures, so that the
 * page shows them without scripts; the script in it draws the second again for another window.
 */
package io.slicewise.pipelines.demo.report;
