/** What options say of themselves in the metadata of Dataflow templates. */
package io.slicewise.pipelines.template;
