package io.slicewise.pipelines.run;

import io.slicewise.pipelines.SettingException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Words of a command line, as options of a pipeline. */
final class Arguments {
  private Arguments() {}

  /**
   * Reads options.
   *
   * @throws SettingException for a word that is no option, an option that is unknown or missing, or
   *     a value that cannot be read
   */
  static PipelineOptions read(RunnablePipeline pipeline, List<String> words) {
    PipelineOptionsFactory.register(pipeline.optionsType());
    Set<String> given = names(words, known(pipeline));
    List<PipelineOption> missing =
        PipelineOption.of(pipeline.optionsType()).stream()
            .filter(option -> option.required() && option.byDefault().isEmpty())
            .filter(option -> !given.contains(option.name()))
            .toList();
    if (!missing.isEmpty()) {
      throw new SettingException(missing(missing));
    }
    try {
      return PipelineOptionsFactory.fromArgs(words.toArray(new String[0]))
          .withValidation()
          .as(pipeline.optionsType());
    } catch (IllegalArgumentException e) {
      throw new SettingException(unreadable(e, words));
    }
  }

  private static String missing(List<PipelineOption> missing) {
    PipelineOption first = missing.get(0);
    return missing.size() == 1
        ? "--" + first.name() + ": is missing. " + first.description()
        : missing.stream().map(option -> "--" + option.name()).collect(Collectors.joining(", "))
            + ": are missing.";
  }

  /** Names an option even where Beam's message names its type alone. */
  private static String unreadable(IllegalArgumentException failure, List<String> words) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String reason = String.valueOf(root.getMessage()).split("\\R", 2)[0];
    return words.stream()
        .filter(word -> reason.contains('"' + word.substring(word.indexOf('=') + 1) + '"'))
        .findFirst()
        .map(word -> word + ": " + reason)
        .orElse(reason);
  }

  private static Set<String> names(List<String> words, Set<String> known) {
    Set<String> names = new LinkedHashSet<>();
    for (String word : words) {
      String name = word.replaceFirst("=.*", "").replaceFirst("^--", "");
      if (!word.startsWith("--") || name.isEmpty()) {
        throw new SettingException(word + ": is no option. Write --option=value.");
      }
      if (!known.contains(name)) {
        throw new SettingException(
            "--" + name + ": unknown option." + Similar.to("--" + name, dashed(known)));
      }
      if (!names.add(name)) {
        throw new SettingException("--" + name + ": is given twice. Leave one out.");
      }
    }
    return names;
  }

  private static Set<String> dashed(Set<String> names) {
    return names.stream().map(name -> "--" + name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** All options that Beam knows: those of the pipeline and those of runners and sources. */
  private static Set<String> known(RunnablePipeline pipeline) {
    Set<String> known = new TreeSet<>(PipelineOption.namesOf(pipeline.optionsType()));
    for (Class<? extends PipelineOptions> registered :
        PipelineOptionsFactory.getRegisteredOptions()) {
      known.addAll(PipelineOption.namesOf(registered));
    }
    return known;
  }
}
