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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of docs/dataflow.md: files, parameters and classes that they name. */
class DocumentedTemplatesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Map<String, Class<? extends PipelineOptions>> TEMPLATES =
      Map.of(
          "pubsub-to-bigquery", PubsubToBigQueryOptions.class,
          "files-to-bigquery", FilesToBigQueryOptions.class);

  static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
        .matcher(page())
        .results()
        .map(block -> block.group(1).replaceAll("\\\\\n\\s*", ""))
        .forEach(block -> commands.addAll(List.of(block.strip().split("\n", -1))));
    return commands;
  }

  private static List<String> commands(String start) throws IOException {
    List<String> found = commands().stream().filter(c -> c.startsWith(start)).toList();
    assertThat(found).isNotEmpty();
    return found;
  }

  private static Stream<String> flexRuns() throws IOException {
    return commands("gcloud dataflow flex-template run ").stream();
  }

  private static Stream<String> classicRuns() throws IOException {
    return commands("gcloud dataflow jobs run ").stream();
  }

  @ParameterizedTest
  @MethodSource("flexRuns")
  void flexLaunch_isAccepted(String command) {
    String template =
        found(command, "--template-file-gcs-location=gs://BUCKET/templates/(.+?)\\.json");
    String[] args =
        parameters(command).entrySet().stream()
            .map(parameter -> "--" + parameter.getKey() + "=" + parameter.getValue())
            .toArray(String[]::new);
    assertThat(names(template, Launch.FLEX)).containsAll(parameters(command).keySet());
    build(template, args);
  }

  @ParameterizedTest
  @MethodSource("classicRuns")
  void classicLaunch_hasParametersOfTheTemplate(String command) {
    String template = found(command, "--gcs-location=gs://BUCKET/templates/(\\S+)");
    assertThat(names(template, Launch.CLASSIC)).containsAll(parameters(command).keySet());
    Parameter.of(TEMPLATES.get(template), Launch.CLASSIC).stream()
        .filter(parameter -> parameters(command).containsKey(parameter.name()))
        .forEach(
            parameter ->
                assertThat(parameters(command).get(parameter.name()))
                    .matches(parameter.regex().orElse(".*")));
    assertThat(parameters(command).keySet())
        .containsAll(
            Parameter.of(TEMPLATES.get(template), Launch.CLASSIC).stream()
                .filter(Parameter::required)
                .map(Parameter::name)
                .toList());
  }

  @Test
  void programs_takeTheirOptions() throws IOException {
    String jar = "pipelines/dataflow/target/slicewise-dataflow.jar";
    assertThat(commands("java ")).allMatch(command -> command.contains(jar)).hasSize(2);
    build("pubsub-to-bigquery", options(commands("java -jar " + jar).get(0)));
    build(
        "files-to-bigquery",
        options(commands("java -cp " + jar + " " + FilesToBigQuery.class.getName()).get(0)));
  }

  @Test
  void files_areThoseOfTheBuild() throws IOException {
    Set<String> named = all("target/templates/([\\w-]+\\.json|[\\w-]+_metadata)", page());
    assertThat(TemplateFiles.all().keySet()).containsAll(named);
    assertThat(named).hasSize(3);
    assertThat(commands("docker build").get(0)).contains("-f templates/Dockerfile");
    String pom = Files.readString(Path.of("pom.xml"));
    assertThat(pom).contains("${project.build.directory}/slicewise-dataflow.jar");
    String dockerfile = Files.readString(Path.of("templates/Dockerfile"));
    assertThat(dockerfile)
        .contains("COPY target/slicewise-dataflow.jar /template/slicewise-dataflow.jar")
        .contains("ENV FLEX_TEMPLATE_JAVA_CLASSPATH=/template/slicewise-dataflow.jar")
        .contains("ARG MAIN_CLASS=" + PubsubToBigQuery.class.getName())
        .contains("ENV FLEX_TEMPLATE_JAVA_MAIN_CLASS=${MAIN_CLASS}");
    assertThat(all("MAIN_CLASS=([\\w.]+)`", page()))
        .containsExactly(FilesToBigQuery.class.getName());
  }

  /** The table of options has none that is not there. */
  @Test
  void options_exist() throws IOException {
    Set<String> options = new HashSet<>(names("pubsub-to-bigquery", Launch.FLEX));
    options.addAll(names("files-to-bigquery", Launch.FLEX));
    String table = page().split("## Options")[1].split("## A Flex")[0];
    assertThat(options)
        .containsAll(all("^\\| `--(\\w+)", table))
        .containsAll(all("^\\|[^|]*, `--(\\w+)", table));
    for (Launch launch : Launch.values()) {
      assertThat(names("pubsub-to-bigquery", launch)).contains("generation");
    }
    assertThat(page())
        .contains(
            "at launch | all options | "
                + listed("pubsub-to-bigquery")
                + "; of files "
                + listed("files-to-bigquery")
                + " |");
  }

  private static String listed(String template) {
    return "`" + String.join("`, `", names(template, Launch.CLASSIC)) + "`";
  }

  private static void build(String template, String... args) {
    PipelineOptions options =
        PipelineOptionsFactory.fromArgs(args).withValidation().as(TEMPLATES.get(template));
    if (options instanceof PubsubToBigQueryOptions pubsub) {
      PubsubToBigQuery.build(pubsub, Clients.ofBeam());
    } else {
      FilesToBigQuery.build((FilesToBigQueryOptions) options, Clients.ofBeam());
    }
  }

  private static String[] options(String command) {
    return Stream.of(command.split(" +", -1))
        .filter(word -> word.startsWith("--"))
        .filter(word -> !word.startsWith("--runner="))
        .map(DocumentedTemplatesTest::filledIn)
        .toArray(String[]::new);
  }

  /** Reads parameters as gcloud does: commas part them, unless {@code ^X^} names another mark. */
  private static Map<String, String> parameters(String command) {
    Map<String, String> parameters = new TreeMap<>();
    for (String list : all("--parameters=(\\S+)", command)) {
      String[] pairs =
          list.startsWith("^")
              ? list.substring(3).split(Pattern.quote(list.substring(1, 2)), -1)
              : list.split(",", -1);
      for (String pair : pairs) {
        String[] nameAndValue = pair.split("=", 2);
        parameters.put(nameAndValue[0], filledIn(nameAndValue[1]));
      }
    }
    return parameters;
  }

  private static String filledIn(String text) {
    return text.replace("PROJECT", "my-project").replace("BUCKET", "my-bucket");
  }

  private static List<String> names(String template, Launch launch) {
    return Parameter.of(TEMPLATES.get(template), launch).stream().map(Parameter::name).toList();
  }

  private static String found(String text, String regex) {
    return all(regex, text).iterator().next();
  }

  private static Set<String> all(String regex, String text) {
    Set<String> all = new HashSet<>();
    Pattern.compile(regex, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .forEach(all::add);
    return all;
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/dataflow.md"));
  }
}
