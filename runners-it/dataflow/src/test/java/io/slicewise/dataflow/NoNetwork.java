package io.slicewise.dataflow;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Refuses the connections of this process, which all ask for a proxy first, and remembers them. */
public final class NoNetwork extends ProxySelector implements AutoCloseable {
  private final Queue<URI> attempts = new ConcurrentLinkedQueue<>();
  private final ProxySelector before = ProxySelector.getDefault();

  /** Refuses connections from now on. */
  public static NoNetwork install() {
    NoNetwork noNetwork = new NoNetwork();
    ProxySelector.setDefault(noNetwork);
    return noNetwork;
  }

  /** Lets connections be again. */
  @Override
  public void close() {
    ProxySelector.setDefault(before);
  }

  /** Where connections would have gone. */
  public List<URI> attempts() {
    return List.copyOf(attempts);
  }

  @Override
  public List<Proxy> select(URI uri) {
    attempts.add(uri);
    throw new IllegalStateException("There must be no network but it is used for " + uri + ".");
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    throw new IllegalStateException("Not even tried: " + uri, failure);
  }
}
