package io.slicewise.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/**
 * One broker that is its own controller (KRaft), as its own command would start it, in this
 * process. It keeps its ports and its log folder when it is started again.
 */
public final class LocalBroker implements AutoCloseable {
  private final Properties properties;
  private final String address;
  private KafkaRaftServer server;

  private LocalBroker(Properties properties, String address) {
    this.properties = properties;
    this.address = address;
  }

  /** Starts a broker whose log is in a folder that is there. */
  public static LocalBroker start(Path folder) throws IOException {
    int[] ports = freePorts();
    String address = "localhost:" + ports[0];
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles", "broker,controller",
            "node.id", "1",
            "controller.quorum.voters", "1@localhost:" + ports[1],
            "controller.listener.names", "CONTROLLER",
            "listeners", "PLAINTEXT://" + address + ",CONTROLLER://localhost:" + ports[1],
            "log.dirs", folder.resolve("log").toString(),
            "offsets.topic.replication.factor", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "auto.create.topics.enable", "false"));
    format(folder, properties);
    LocalBroker broker = new LocalBroker(properties, address);
    broker.startup();
    return broker;
  }

  /** Both are held before one is let go, so that they differ. */
  private static int[] freePorts() throws IOException {
    InetAddress localhost = InetAddress.getByName("localhost");
    try (ServerSocket one = new ServerSocket(0, 1, localhost);
        ServerSocket other = new ServerSocket(0, 1, localhost)) {
      return new int[] {one.getLocalPort(), other.getLocalPort()};
    }
  }

  private static void format(Path folder, Properties properties) throws IOException {
    Path file = folder.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    String[] args = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status = StorageTool.execute(args, new PrintStream(said, true, StandardCharsets.UTF_8));
    if (status != 0) {
      throw new IllegalStateException(
          "the log folder cannot be formatted: " + said.toString(StandardCharsets.UTF_8));
    }
  }

  private void startup() {
    server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    server.startup();
  }

  /** Shuts the broker down and starts another one in its place. */
  public void restart() {
    close();
    startup();
  }

  /** HOST:PORT. */
  public String address() {
    return address;
  }

  /** Creates a topic. */
  public void create(String topic, int partitions) throws InterruptedException {
    try (Admin admin = Admin.create(clientProperties())) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("topic " + topic + " cannot be created", e.getCause());
    }
  }

  /** Appends records, in order; they are in the log when this returns. */
  public void send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
      producer.flush();
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a record cannot be sent", e.getCause());
    }
  }

  /** All records of a topic as of now, by partition and offset. */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    Map<String, Object> settings = clientProperties();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      records.sort(
          Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
              .thenComparingLong(ConsumerRecord::offset));
      return records;
    }
  }

  private Map<String, Object> clientProperties() {
    return Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, address);
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
