package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.AggregationOptions;
import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.TemplateParameter;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.Validation;
import org.apache.beam.sdk.options.ValueProvider;

/** Where results go, and what cannot become one. */
public interface BigQuerySinkOptions extends AggregationOptions {
  /** {@code project:dataset.table}. */
  @Description(
      "Table with one row for each key and window, which each pane replaces. It is created if it"
          + " does not exist, the data set is not.")
  @Validation.Required
  @TemplateParameter(
      order = 20,
      label = "Table of results",
      type = ParameterType.BIGQUERY_TABLE,
      example = "my-project:metrics.orders",
      group = "Target")
  ValueProvider<String> getTable();

  void setTable(ValueProvider<String> table);

  /** {@code projects/PROJECT/topics/TOPIC}. */
  @Description(
      "Topic for records that come too late or cannot be read, and for rows that the table does not"
          + " take. The attributes kind and reason of a message say which and why.")
  @Validation.Required
  @TemplateParameter(
      order = 21,
      label = "Dead-letter topic",
      type = ParameterType.PUBSUB_TOPIC,
      example = "projects/my-project/topics/orders-dead-letters",
      group = "Target")
  ValueProvider<String> getDeadLetterTopic();

  void setDeadLetterTopic(ValueProvider<String> deadLetterTopic);

  /** From 0 to 2,147,483,647. */
  @Description(
      "Rows of a higher generation replace those of a lower one, whatever their panes. A job that"
          + " begins anew, without the state of the one before, needs a higher one.")
  @Default.Integer(0)
  @TemplateParameter(
      order = 22,
      label = "Generation of rows",
      type = ParameterType.NUMBER,
      example = "1",
      group = "Target")
  ValueProvider<Integer> getGeneration();

  void setGeneration(ValueProvider<Integer> generation);
}
