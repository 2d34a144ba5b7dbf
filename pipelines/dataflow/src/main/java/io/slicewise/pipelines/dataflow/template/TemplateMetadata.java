package io.slicewise.pipelines.dataflow.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.Template;
import org.apache.beam.sdk.options.PipelineOptions;

/** Makes the metadata of templates from the annotations of their options. */
final class TemplateMetadata {
  private TemplateMetadata() {}

  /** What the console and {@code gcloud} are told of a template. */
  static ObjectNode of(Class<? extends PipelineOptions> options, Launch launch) {
    Template template = Parameter.templateOf(options);
    ObjectNode metadata =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", template.title())
            .put("description", template.description())
            .put("streaming", template.streaming());
    if (template.streaming()) {
      // Aggregates would count a message twice.
      metadata
          .put("supportsAtLeastOnce", false)
          .put("supportsExactlyOnce", true)
          .put("defaultStreamingMode", "EXACTLY_ONCE");
    }
    ArrayNode parameters = metadata.putArray("parameters");
    Parameter.of(options, launch).forEach(parameter -> parameters.add(json(parameter)));
    return metadata;
  }

  /** The file that a Flex template is launched by. */
  static ObjectNode flexSpec(Class<? extends PipelineOptions> options, String image) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode().put("image", image);
    spec.set("metadata", of(options, Launch.FLEX));
    spec.putObject("sdkInfo").put("language", "JAVA");
    if (Parameter.templateOf(options).streaming()) {
      spec.putObject("defaultEnvironment").put("enableStreamingEngine", true);
    }
    return spec;
  }

  private static ObjectNode json(Parameter parameter) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", parameter.name())
            .put("label", parameter.about().label())
            .put(
                "helpText",
                parameter.description() + " For example, " + parameter.about().example() + ".")
            .put("isOptional", !parameter.required())
            .put("paramType", parameter.about().type().name());
    parameter.regex().ifPresent(regex -> json.putArray("regexes").add(regex));
    parameter.defaultValue().ifPresent(value -> json.put("defaultValue", value));
    if (!parameter.about().group().isEmpty()) {
      json.put("groupName", parameter.about().group());
    }
    if (parameter.about().type() == ParameterType.ENUM) {
      ArrayNode options = json.putArray("enumOptions");
      for (String value : parameter.about().values()) {
        options.addObject().put("value", value).put("label", value);
      }
    }
    return json;
  }
}
