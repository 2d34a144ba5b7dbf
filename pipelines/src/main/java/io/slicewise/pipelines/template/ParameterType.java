package io.slicewise.pipelines.template;

import java.util.Optional;

/** Kinds of template parameters, which the Google Cloud console has a field each for. */
public enum ParameterType {
  /** Any text. */
  TEXT(""),
  /** A whole number. */
  NUMBER("^[0-9]+$"),
  /** One of {@link TemplateParameter#values}. */
  ENUM(""),
  /** A table, as {@code project:dataset.table}. */
  BIGQUERY_TABLE("^" + Patterns.PROJECT_ID + "[:.][-\\w]{1,1024}\\.[-\\w$@]{1,1024}$"),
  /** A subscription, as {@code projects/p/subscriptions/s}. */
  PUBSUB_SUBSCRIPTION("^projects/" + Patterns.PROJECT_ID + "/subscriptions/" + Patterns.NAME + "$"),
  /** A topic, as {@code projects/p/topics/t}. */
  PUBSUB_TOPIC("^projects/" + Patterns.PROJECT_ID + "/topics/" + Patterns.NAME + "$"),
  /** A file, or a pattern of files, in Cloud Storage. */
  GCS_READ_FILE("^gs://\\S+$");

  private final String regex;

  ParameterType(String regex) {
    this.regex = regex;
  }

  /** What each value must match, if not any will do. */
  public Optional<String> regex() {
    return regex.isEmpty() ? Optional.empty() : Optional.of(regex);
  }

  /** The names that Google Cloud allows. */
  private static final class Patterns {
    static final String PROJECT_ID = "[a-z][-a-z0-9:.]{4,61}[a-z0-9]";
    static final String NAME = "[a-zA-Z][-._~%+a-zA-Z0-9]{2,254}";
  }
}
