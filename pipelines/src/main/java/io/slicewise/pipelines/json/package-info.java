/** What is wrong with JSON text, for a person. */
package io.slicewise.pipelines.json;
