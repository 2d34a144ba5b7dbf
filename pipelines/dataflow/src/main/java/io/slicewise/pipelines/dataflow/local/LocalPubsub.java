package io.slicewise.pipelines.dataflow.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * Topics and subscriptions behind the part of Pub/Sub's REST API that pipelines use: publish, pull,
 * acknowledge, and the deadlines of both. It listens on the loopback interface, on a free port, and
 * forgets everything when it is closed.
 */
public final class LocalPubsub implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String API = "/v1/";
  private static final String DRAINED = "/drained/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Topic> topics = new ConcurrentHashMap<>();
  private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();

  private LocalPubsub(HttpServer server) {
    this.server = server;
  }

  /** A running server without topics. */
  public static LocalPubsub start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    LocalPubsub pubsub = new LocalPubsub(server);
    server.setExecutor(pubsub.threads);
    server.createContext(API, pubsub::answer);
    server.createContext(DRAINED, pubsub::answerDrained);
    server.start();
    return pubsub;
  }

  /** What {@code --pubsubRootUrl} must be. */
  public String rootUrl() {
    return "http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort();
  }

  /** A topic with one subscription, from its first message on. */
  public void create(String topic, String subscription) {
    Subscription created = new Subscription(topic);
    subscriptions.put(subscription, created);
    topics.computeIfAbsent(topic, name -> new Topic()).add(created);
  }

  /** Publishes as a client would. */
  public void publish(String topic, List<LocalMessage> messages) {
    topic(topic).publish(messages);
  }

  /** Says that nothing is to come, so that readers end once they have all. */
  public void end(String subscription) {
    subscription(subscription).end();
  }

  /** All that was ever published to a topic, in order. */
  public List<LocalMessage> published(String topic) {
    return topic(topic).published();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private Topic topic(String name) {
    return found(topics, name);
  }

  private Subscription subscription(String name) {
    return found(subscriptions, name);
  }

  private static <T> T found(Map<String, T> resources, String name) {
    T resource = resources.get(name);
    if (resource == null) {
      throw new NotFoundException(name);
    }
    return resource;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String[] resourceAndVerb =
        exchange.getRequestURI().getPath().substring(API.length()).split(":", 2);
    String verb = resourceAndVerb.length == 2 ? resourceAndVerb[1] : exchange.getRequestMethod();
    try {
      JsonNode request = JSON.readTree(bodyOf(exchange));
      reply(exchange, 200, call(resourceAndVerb[0], verb, request));
    } catch (NotFoundException e) {
      ObjectNode problem = JSON.createObjectNode();
      problem.putObject("error").put("code", 404).put("message", e.getMessage());
      reply(exchange, 404, problem);
    }
  }

  /** Clients compress what they send. */
  private static InputStream bodyOf(HttpExchange exchange) throws IOException {
    return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
        ? new GZIPInputStream(exchange.getRequestBody())
        : exchange.getRequestBody();
  }

  private void answerDrained(HttpExchange exchange) throws IOException {
    String name = exchange.getRequestURI().getPath().substring(DRAINED.length());
    reply(exchange, 200, JSON.getNodeFactory().booleanNode(subscription(name).isDrained()));
  }

  private JsonNode call(String resource, String verb, JsonNode request) {
    ObjectNode response = JSON.createObjectNode();
    switch (verb) {
      case "publish" -> {
        ArrayNode ids = response.putArray("messageIds");
        topic(resource).publish(LocalMessage.listOf(request)).forEach(ids::add);
      }
      case "pull" -> {
        ArrayNode received = response.putArray("receivedMessages");
        subscription(resource)
            .pull(request.path("maxMessages").asInt())
            .forEach(delivery -> received.add(delivery.json()));
      }
      case "acknowledge" -> ackIds(request).forEach(subscription(resource)::acknowledge);
      case "modifyAckDeadline" -> {
        // Deadlines never pass here; only "now", which is how a reader gives back, has an effect.
        if (request.path("ackDeadlineSeconds").asInt() == 0) {
          ackIds(request).forEach(subscription(resource)::giveBack);
        }
      }
      case "GET" ->
          response
              .put("name", resource)
              .put("topic", subscription(resource).topic())
              .put("ackDeadlineSeconds", 600);
      default -> throw new NotFoundException(resource + ":" + verb);
    }
    return response;
  }

  private static List<String> ackIds(JsonNode request) {
    return JSON.convertValue(
        request.path("ackIds"),
        JSON.getTypeFactory().constructCollectionType(List.class, String.class));
  }

  private static void reply(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(body);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static final class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotFoundException(String resource) {
      super("Resource not found: " + resource);
    }
  }
}
