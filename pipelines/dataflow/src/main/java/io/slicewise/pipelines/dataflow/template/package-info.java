/**
 * Files of Dataflow templates, made from the annotations of the options: {@link
 * io.slicewise.pipelines.dataflow.template.TemplateFiles} writes them, {@link
 * io.slicewise.pipelines.dataflow.template.TemplateCheck} reads them as Google does.
 */
package io.slicewise.pipelines.dataflow.template;
