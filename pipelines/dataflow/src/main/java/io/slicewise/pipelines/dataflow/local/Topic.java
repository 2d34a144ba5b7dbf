package io.slicewise.pipelines.dataflow.local;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A topic: what was published, and who is told. */
final class Topic {
  private final List<LocalMessage> published = new ArrayList<>();
  private final List<Subscription> subscriptions = new ArrayList<>();

  synchronized void add(Subscription subscription) {
    subscriptions.add(subscription);
  }

  /** Returns the ids of the messages. */
  synchronized List<String> publish(List<LocalMessage> messages) {
    List<String> ids = new ArrayList<>();
    for (LocalMessage message : messages) {
      String id = String.valueOf(published.size());
      published.add(message);
      ids.add(id);
      Delivery delivery = new Delivery(id, Instant.now(), message);
      subscriptions.forEach(subscription -> subscription.add(delivery));
    }
    return ids;
  }

  synchronized List<LocalMessage> published() {
    return List.copyOf(published);
  }
}
