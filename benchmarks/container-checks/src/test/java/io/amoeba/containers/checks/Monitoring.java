package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.stack.Container;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What Prometheus knows of a stack, asked by its own tool. */
final class Monitoring {
  private static final String ADDRESS = "http://127.0.0.1:9090";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Container prometheus;

  Monitoring(Container prometheus) {
    this.prometheus = prometheus;
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
            () -> assertThat(value("sum(up) + 1000 * count(up)")).isEqualTo(servers * 1_001.0));
  }

  /** Waits until every query of every dashboard has data. */
  void awaitDashboards() {
    TreeSet<String> waiting = queries();
    assertThat(waiting).hasSizeGreaterThan(20);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              waiting.removeIf(query -> !ask(query).isBlank());
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

  /** Of "{} => 5005 @[1795665600]". */
  private double value(String query) {
    return Double.parseDouble(ask(query).replaceAll("(?s).*=> (\\S+) @.*", "$1"));
  }

  private String ask(String query) {
    return prometheus.exec("promtool", "query", "instant", ADDRESS, query);
  }
}
