package io.slicewise.pipelines.dataflow.local;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A subscription: messages wait, are with a reader, and go when they are acknowledged. */
final class Subscription {
  private final String topic;
  private final Deque<Delivery> waiting = new ArrayDeque<>();
  private final Map<String, Delivery> withReader = new HashMap<>();
  private boolean ended;

  Subscription(String topic) {
    this.topic = topic;
  }

  String topic() {
    return topic;
  }

  synchronized void add(Delivery delivery) {
    waiting.add(delivery);
  }

  synchronized List<Delivery> pull(int most) {
    List<Delivery> deliveries = new ArrayList<>();
    while (deliveries.size() < most && !waiting.isEmpty()) {
      Delivery delivery = waiting.remove();
      withReader.put(delivery.id(), delivery);
      deliveries.add(delivery);
    }
    return deliveries;
  }

  synchronized void acknowledge(String id) {
    withReader.remove(id);
  }

  synchronized void giveBack(String id) {
    Delivery delivery = withReader.remove(id);
    if (delivery != null) {
      waiting.addFirst(delivery);
    }
  }

  synchronized void end() {
    ended = true;
  }

  /**
   * Whether nothing is to come and all that came is with readers, who give back what they do not
   * read.
   */
  synchronized boolean isDrained() {
    return ended && waiting.isEmpty();
  }
}
