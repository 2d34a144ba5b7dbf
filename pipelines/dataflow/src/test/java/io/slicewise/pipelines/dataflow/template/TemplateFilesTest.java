package io.slicewise.pipelines.dataflow.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.dataflow.Clients;
import io.slicewise.pipelines.dataflow.FilesToBigQuery;
import io.slicewise.pipelines.dataflow.FilesToBigQueryOptions;
import io.slicewise.pipelines.dataflow.PubsubToBigQuery;
import io.slicewise.pipelines.dataflow.PubsubToBigQueryOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the templates, as the options say, and what a launch makes of them. */
class TemplateFilesTest {
  private static final Path COMMITTED = Path.of("templates");

  /** Of which the examples cannot be given together with the others'. */
  private static final Set<String> OF_OTHER_CHOICES =
      Set.of("avroSchema", "gap", "timeZone", "offset");

  @TempDir private Path folder;

  @Test
  void committedFiles_areThoseOfTheBuild() throws IOException {
    TemplateFiles.main(new String[] {folder.toString()});
    if (Boolean.getBoolean("slicewise.templates.write")) {
      TemplateFiles.main(new String[] {COMMITTED.toString()});
    }
    assertThat(textsIn(COMMITTED)).isEqualTo(textsIn(folder)).isNotEmpty();
  }

  @Test
  void aClassicTemplate_hasWhatIsReadWhileItRuns() {
    assertThat(names(PubsubToBigQueryOptions.class, Launch.CLASSIC))
        .containsExactly("subscription", "table", "deadLetterTopic", "generation");
    assertThat(names(FilesToBigQueryOptions.class, Launch.CLASSIC))
        .containsExactly(
            "inputFiles", "windowsFrom", "windowsUntil", "table", "deadLetterTopic", "generation");
  }

  @Test
  void aLaunchWithTheExamples_isAccepted() {
    PubsubToBigQuery.build(
        launch(PubsubToBigQueryOptions.class, name -> !OF_OTHER_CHOICES.contains(name)),
        Clients.ofBeam());
    FilesToBigQuery.build(
        launch(FilesToBigQueryOptions.class, name -> !OF_OTHER_CHOICES.contains(name)),
        Clients.ofBeam());
  }

  @Test
  void aLaunchWithWhatIsRequired_needsNothingMoreThanWindows() {
    Set<String> least = Set.of("subscription", "table", "deadLetterTopic", "key", "size");
    PubsubToBigQuery.build(
        launch(PubsubToBigQueryOptions.class, least::contains), Clients.ofBeam());
  }

  private static List<String> names(Class<? extends PipelineOptions> options, Launch launch) {
    return Parameter.of(options, launch).stream().map(Parameter::name).toList();
  }

  private static <T extends PipelineOptions> T launch(Class<T> options, Predicate<String> given) {
    String[] args =
        Parameter.of(options, Launch.FLEX).stream()
            .filter(parameter -> given.test(parameter.name()))
            .map(parameter -> "--" + parameter.name() + "=" + parameter.about().example())
            .toArray(String[]::new);
    return PipelineOptionsFactory.fromArgs(args).withValidation().as(options);
  }

  private static Map<String, String> textsIn(Path folder) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().matches(".*(\\.json|_metadata)")).toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return texts;
  }
}
