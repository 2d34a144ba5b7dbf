/**
 * {@code slicewise run kafka-aggregates}: records of a Kafka topic, aggregated, to a topic or a
 * table. {@link io.slicewise.pipelines.kafka.KafkaAggregates} is the entry.
 */
package io.slicewise.pipelines.kafka;
