package io.slicewise.pipelines.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.pipelines.SettingException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * A Flink cluster, by the address of its REST API.
 *
 * @param host a name or an IP address
 * @param port from 1 to 65535
 */
record FlinkCluster(String host, int port) {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** Reads {@code host:port}. */
  static FlinkCluster of(String option, String text) {
    try {
      URI uri = new URI("flink://" + text);
      if (uri.getHost() != null && uri.getPort() >= 1 && uri.getPort() < 65536) {
        FlinkCluster cluster = new FlinkCluster(uri.getHost(), uri.getPort());
        if (cluster.toString().equals(text)) {
          return cluster;
        }
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new SettingException(
        String.format("%s=%s: not HOST:PORT. Use for example localhost:8081.", option, text));
  }

  /**
   * Asks the cluster for its version, which must be the one of this program but for the patch.
   *
   * @throws SettingException if it does not answer, or has another version
   */
  void requireReachable(String option) {
    String ours = EnvironmentInformation.getVersion();
    String theirs = version(option);
    if (!release(theirs).equals(release(ours))) {
      throw new SettingException(
          String.format(
              "%s=%s: runs Flink %s, and this program is made for Flink %s. Use a cluster of that"
                  + " release.",
              option, this, theirs, release(ours)));
    }
  }

  private String version(String option) {
    URI overview = URI.create("http://" + this + "/overview");
    HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST_WAIT).build();
    try {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(overview).timeout(LONGEST_WAIT).build(),
              HttpResponse.BodyHandlers.ofString());
      JsonNode version = new ObjectMapper().readTree(response.body()).path("flink-version");
      if (version.isTextual()) {
        return version.textValue();
      }
    } catch (IOException e) {
      // Reported below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new SettingException(
        String.format(
            "%s=%s: %s gives no answer of Flink. Start the cluster, or give the address and port of"
                + " its REST API.",
            option, this, overview));
  }

  /** The major and minor numbers: {@code 1.19} of {@code 1.19.0}. */
  private static String release(String version) {
    int dot = version.indexOf('.', version.indexOf('.') + 1);
    return dot < 0 ? version : version.substring(0, dot);
  }

  /** As Flink and Beam take it. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
