/**
 * A broker of Kafka and a database of PostgreSQL inside this process or beside it, and {@link
 * io.slicewise.kafka.KafkaDemo}, which shows {@code kafka-aggregates} with both.
 */
package io.slicewise.kafka;
