package io.slicewise.pipelines.dataflow.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.dataflow.FilesToBigQueryOptions;
import io.slicewise.pipelines.dataflow.PubsubToBigQueryOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.options.PipelineOptions;

/** Writes the files of all templates; the build does. */
public final class TemplateFiles {
  /** The options of each template. */
  static final List<Class<? extends PipelineOptions>> TEMPLATES =
      List.of(PubsubToBigQueryOptions.class, FilesToBigQueryOptions.class);

  private static final String IMAGE = "REGION-docker.pkg.dev/PROJECT/slicewise/";
  private static final ObjectWriter JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writerWithDefaultPrettyPrinter();

  private TemplateFiles() {}

  /**
   * Writes the files into the folder that is the only argument.
   *
   * @throws IllegalStateException if one of them could not be used
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (Map.Entry<String, String> file : all().entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  /** The texts of the files, by their names. */
  static Map<String, String> all() {
    Map<String, String> files = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Class<? extends PipelineOptions> options : TEMPLATES) {
      String name = Parameter.templateOf(options).name();
      String flex = text(TemplateMetadata.of(options, Launch.FLEX));
      String classic = text(TemplateMetadata.of(options, Launch.CLASSIC));
      String spec = text(TemplateMetadata.flexSpec(options, IMAGE + name));
      problems.addAll(TemplateCheck.ofMetadata(flex, options, Launch.FLEX));
      problems.addAll(TemplateCheck.ofMetadata(classic, options, Launch.CLASSIC));
      problems.addAll(TemplateCheck.ofFlexSpec(spec, options));
      files.put(name + "-metadata.json", flex);
      files.put(name + "-spec.json", spec);
      // Dataflow finds the metadata of a classic template by this ending.
      files.put(name + "_metadata", classic);
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    return files;
  }

  private static String text(ObjectNode json) {
    try {
      return JSON.writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree cannot fail to be written", e);
    }
  }
}
