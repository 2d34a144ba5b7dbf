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
  BIGQUERY_TABLE("^[^:.\\s]+(:|\\.)[^:.\\s]+\\.[^:.\\s]+$"),
  /** A subscription, as {@code projects/p/subscriptions/s}. */
  PUBSUB_SUBSCRIPTION("^projects/[^/\\s]+/subscriptions/[^/\\s]+$"),
  /** A topic, as {@code projects/p/topics/t}. */
  PUBSUB_TOPIC("^projects/[^/\\s]+/topics/[^/\\s]+$"),
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
}
