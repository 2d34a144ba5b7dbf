package io.slicewise.pipelines.dataflow.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slicewise.pipelines.dataflow.PubsubToBigQueryOptions;
import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.Template;
import io.slicewise.pipelines.template.TemplateParameter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes planted into good files, and what is said of them. */
class TemplateCheckTest {
  private static final String METADATA =
      TemplateFiles.all().get("pubsub-to-bigquery-metadata.json");
  private static final String SPEC = TemplateFiles.all().get("pubsub-to-bigquery-spec.json");

  @Test
  void goodFiles_haveNoProblem() {
    assertThat(problemsOf(METADATA)).isEmpty();
    assertThat(TemplateCheck.ofFlexSpec(SPEC, PubsubToBigQueryOptions.class)).isEmpty();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @MethodSource
  void mistakesInMetadata(String good, String bad, String problem) {
    assertThat(METADATA).contains(good);
    String spoilt = METADATA.replaceFirst(Pattern.quote(good), Matcher.quoteReplacement(bad));
    assertThat(String.join("; ", problemsOf(spoilt))).isEqualTo(problem);
  }

  static Stream<Arguments> mistakesInMetadata() {
    return Stream.of(
        arguments("\"streaming\"", "\"streeming\"", "streeming: unknown key"),
        arguments("\"regexes\"", "\"regex\"", "parameters[0].regex: unknown key"),
        arguments(
            "\"name\" : \"subscription\"",
            "\"name\" : \"subscriptoin\"",
            "subscriptoin: no such option can be chosen at launch; subscription: missing"),
        arguments(
            "\"name\" : \"idAttribute\"",
            "\"name\" : \"timestampAttribute\"",
            "timestampAttribute: twice; idAttribute: missing"),
        arguments(
            "^projects/[a-z]",
            "^project/[a-z]",
            "subscription.regexes: ^project/[a-z][-a-z0-9:.]{4,61}[a-z0-9]/subscriptions/"
                + "[a-zA-Z][-._~%+a-zA-Z0-9]{2,254}$ does not match the example"
                + " projects/my-project/subscriptions/orders"),
        arguments(
            "^[0-9]+$", "^[1-9]+$", "generation.regexes: ^[1-9]+$ does not match the default 0"),
        arguments(
            "^(json|avro)$",
            "^(json|avro$",
            "format.regexes: ^(json|avro$ is none: Unclosed group"),
        arguments(
            "^(json|avro)$", "^(json)$", "format.regexes: ^(json)$ does not match the value avro"),
        arguments(
            "PUBSUB_SUBSCRIPTION",
            "PUBSUB_SUBSCRIPTIONS",
            "subscription.paramType: unknown: PUBSUB_SUBSCRIPTIONS"),
        arguments(
            "\"isOptional\" : false",
            "\"isOptional\" : true",
            "subscription.isOptional: the option is required"),
        arguments(
            "\"label\" : \"Subscription\"", "\"label\" : \" \"", "subscription.label: missing"),
        arguments(
            "\"description\" : \"",
            "\"descripton\" : \"",
            "descripton: unknown key; description: missing"));
  }

  @Test
  void mistakesInASpec() {
    assertThat(
            TemplateCheck.ofFlexSpec(
                SPEC.replace("\"JAVA\"", "\"JAVVA\"").replace("enableStreaming", "enablStreaming"),
                PubsubToBigQueryOptions.class))
        .containsExactly(
            "defaultEnvironment.enablStreamingEngine: unknown key",
            "sdkInfo.language: must be JAVA");
  }

  @Test
  void notJson() {
    assertThat(problemsOf("{\"name\" : ")).singleElement().asString().startsWith("not JSON");
  }

  @Test
  void optionsThatAreNoGoodParameters_areTold() {
    assertThat(
            TemplateCheck.ofMetadata(
                TemplateMetadata.of(Careless.class, Launch.FLEX).toString(),
                Careless.class,
                Launch.FLEX))
        .containsExactly(
            "colour.regexes: ^(red|green)$ does not match the example blue",
            "colour.regexes: ^(red|green)$ does not match the default pink",
            "size: an option without @TemplateParameter");
  }

  /** An example and a default that are not among the values, and an option that was forgotten. */
  @Template(name = "careless", title = "Careless", description = "Nothing.", streaming = false)
  public interface Careless extends PipelineOptions {
    /** A colour. */
    @Description("A colour.")
    @Validation.Required
    @Default.String("pink")
    @TemplateParameter(
        order = 1,
        label = "Colour",
        type = ParameterType.ENUM,
        values = {"red", "green"},
        example = "blue")
    String getColour();

    void setColour(String colour);

    /** A size. */
    @Description("A size.")
    String getSize();

    void setSize(String size);
  }

  private static List<String> problemsOf(String metadata) {
    return TemplateCheck.ofMetadata(metadata, PubsubToBigQueryOptions.class, Launch.FLEX);
  }
}
