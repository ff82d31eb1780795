package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.stack.Container;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What Prometheus knows of a stack. */
final class Monitoring {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Container prometheus;

  private final String address;

  Monitoring(Container prometheus) {
    this.prometheus = prometheus;
    this.address = Containers.engine().docker("port", prometheus.id(), "9090/tcp").strip();
  }

  /** Throws if its configuration or the alerts are not what it takes. */
  void requireConfigured() {
    String said = prometheus.exec("promtool", "check", "config", "/etc/prometheus/prometheus.yml");

    assertThat(said).containsPattern("[1-9][0-9]* rules found");
  }

  /** Waits until so many servers are scraped, and no other target is there. */
  void awaitTargets(int servers) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(ask("sum(up) + 1000 * count(up)").at("/0/value/1").asInt())
                    .isEqualTo(servers * 1_001));
  }

  /** Waits until every query of every dashboard has data. */
  void awaitDashboards() {
    TreeSet<String> waiting = queries();
    assertThat(waiting).hasSizeGreaterThan(20);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              waiting.removeIf(query -> !ask(query).isEmpty());
              assertThat(waiting).as("queries of dashboards without data").isEmpty();
            });
  }

  private static TreeSet<String> queries() {
    Path folder = Path.of(System.getProperty("amoeba.docker")).resolve("grafana/dashboards");
    TreeSet<String> queries = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        JsonNode dashboard = JSON.readTree(file.toFile());
        List<String> expressions = dashboard.findValuesAsText("expr");
        assertThat(expressions).as(file.toString()).isNotEmpty();
        queries.addAll(expressions);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return queries;
  }

  /** The time series that a query finds. */
  private JsonNode ask(String query) {
    URI question =
        URI.create(
            "http://%s/api/v1/query?query=%s"
                .formatted(address, URLEncoder.encode(query, StandardCharsets.UTF_8)));
    try {
      JsonNode answer =
          JSON.readTree(
              HTTP.send(HttpRequest.newBuilder(question).build(), BodyHandlers.ofString()).body());
      assertThat(answer.path("status").asText()).as(answer.toString()).isEqualTo("success");
      return answer.at("/data/result");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
