package io.slicewise.pipelines.dataflow.template;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.api.client.json.GenericJson;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.dataflow.model.ContainerSpec;
import com.google.api.services.dataflow.model.ParameterMetadata;
import com.google.api.services.dataflow.model.ParameterMetadataEnumOption;
import com.google.api.services.dataflow.model.TemplateMetadata;
import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.TemplateParameter;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Finds mistakes in the files of templates. They are read by the classes that Google has for them,
 * and held against the options of the pipeline.
 */
public final class TemplateCheck {
  private final Class<? extends PipelineOptions> options;
  private final Launch launch;
  private final List<String> problems = new ArrayList<>();

  private TemplateCheck(Class<? extends PipelineOptions> options, Launch launch) {
    this.options = options;
    this.launch = launch;
  }

  /** What is wrong with metadata; nothing if it can be used. */
  public static List<String> ofMetadata(
      String json, Class<? extends PipelineOptions> options, Launch launch) {
    TemplateCheck check = new TemplateCheck(options, launch);
    check.read(json, TemplateMetadata.class).ifPresent(check::metadata);
    return List.copyOf(check.problems);
  }

  /** What is wrong with the file that a Flex template is launched by; nothing if it can be used. */
  public static List<String> ofFlexSpec(String json, Class<? extends PipelineOptions> options) {
    TemplateCheck check = new TemplateCheck(options, Launch.FLEX);
    check.read(json, ContainerSpec.class).ifPresent(check::spec);
    return List.copyOf(check.problems);
  }

  private <T extends GenericJson> Optional<T> read(String json, Class<T> type) {
    try {
      // Google's parser takes what is cut off.
      new ObjectMapper().readTree(json);
      T value =
          GsonFactory.getDefaultInstance()
              .createJsonObjectParser()
              .parseAndClose(new StringReader(json), type);
      refuseUnknownKeys("", value);
      return Optional.of(value);
    } catch (IOException | IllegalArgumentException e) {
      problems.add("not JSON of this kind: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void refuseUnknownKeys(String place, Object value) {
    if (value instanceof GenericJson json) {
      json.getUnknownKeys().keySet().forEach(key -> problems.add(place + key + ": unknown key"));
      json.forEach((key, member) -> refuseUnknownKeys(place + key + ".", member));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        refuseUnknownKeys(place.replaceFirst("\\.$", "[" + i + "]."), list.get(i));
      }
    }
  }

  private void spec(ContainerSpec spec) {
    require("image", spec.getImage());
    if (spec.getSdkInfo() == null || !"JAVA".equals(spec.getSdkInfo().getLanguage())) {
      problems.add("sdkInfo.language: must be JAVA");
    }
    if (spec.getMetadata() == null) {
      problems.add("metadata: missing");
    } else {
      metadata(spec.getMetadata());
    }
  }

  private void metadata(TemplateMetadata metadata) {
    require("name", metadata.getName());
    require("description", metadata.getDescription());
    Map<String, Parameter> expected = new HashMap<>();
    Parameter.of(options, launch).forEach(p -> expected.put(p.name(), p));
    Set<String> found = new HashSet<>();
    for (ParameterMetadata parameter :
        Optional.ofNullable(metadata.getParameters()).orElse(List.of())) {
      String name = String.valueOf(parameter.getName());
      if (!found.add(name)) {
        problems.add(name + ": twice");
      }
      if (expected.containsKey(name)) {
        parameter(parameter, expected.get(name));
      } else {
        problems.add(name + ": no such option can be chosen at launch");
      }
    }
    expected.keySet().stream()
        .filter(name -> !found.contains(name))
        .sorted()
        .forEach(name -> problems.add(name + ": missing"));
    Set<String> without = Set.of(Parameter.templateOf(options).without());
    Parameter.getters(options)
        .filter(getter -> !getter.isAnnotationPresent(TemplateParameter.class))
        .map(Parameter::nameOf)
        .filter(name -> !without.contains(name))
        .sorted()
        .forEach(name -> problems.add(name + ": an option without @TemplateParameter"));
  }

  private void parameter(ParameterMetadata parameter, Parameter expected) {
    String name = parameter.getName();
    require(name + ".label", parameter.getLabel());
    require(name + ".helpText", parameter.getHelpText());
    if (Stream.of(ParameterType.values())
        .noneMatch(t -> t.name().equals(parameter.getParamType()))) {
      problems.add(name + ".paramType: unknown: " + parameter.getParamType());
    }
    if (Boolean.TRUE.equals(parameter.getIsOptional()) == expected.required()) {
      problems.add(
          name + ".isOptional: the option is " + (expected.required() ? "required" : "optional"));
    }
    for (String regex : Optional.ofNullable(parameter.getRegexes()).orElse(List.of())) {
      try {
        Pattern pattern = Pattern.compile(regex);
        matches(name, pattern, "example", expected.about().example());
        if (parameter.getDefaultValue() != null) {
          matches(name, pattern, "default", parameter.getDefaultValue());
        }
        for (ParameterMetadataEnumOption option :
            Optional.ofNullable(parameter.getEnumOptions()).orElse(List.of())) {
          matches(name, pattern, "value", String.valueOf(option.getValue()));
        }
      } catch (PatternSyntaxException e) {
        problems.add(name + ".regexes: " + regex + " is none: " + e.getDescription());
      }
    }
  }

  private void matches(String name, Pattern pattern, String what, String value) {
    if (!pattern.matcher(value).matches()) {
      problems.add(name + ".regexes: " + pattern + " does not match the " + what + " " + value);
    }
  }

  private void require(String name, String value) {
    if (value == null || value.isBlank()) {
      problems.add(name + ": missing");
    }
  }
}
