package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.metrics.FreshReadsMeters;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters of reads on real servers, as Prometheus scrapes them, and the dashboard of them. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class FreshReadsMetersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path GRAFANA = Path.of("../../docker/grafana");
  private static final Pattern METER = Pattern.compile("\\bamoeba_fresh_\\w+");
  private static final int PANELS = 12;

  @TempDir static Path folder;

  private static ReplicatedStore store;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private RedisClusterClient client;
  private FreshReads<String, String> reads;

  @BeforeAll
  static void start() {
    store = ReplicatedStore.start(folder, 1, RedisSettings.defaults().withReplicas(1));
  }

  @AfterAll
  static void stop() {
    if (store != null) {
      store.close();
    }
  }

  @BeforeEach
  void open() {
    store.on(store.servers().server(1)).set("key", "value");
    client = store.newClient();
    FreshReadsConfig config =
        FreshReadsConfig.builder()
            .maxStaleness(Duration.ofSeconds(1))
            .balance(Balance.REPLICAS_FIRST)
            .build();
    reads = FreshReads.open(client, StringCodec.UTF8, config);
    new FreshReadsMeters(reads).bindTo(registry);
  }

  @AfterEach
  void close() {
    reads.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  private void read(String key) {
    reads.read(key, redis -> redis.get(key)).join();
  }

  @Test
  void metersShowWhereReadsWereAnsweredAndHowOldReplicasAre() {
    RedisServer replica = store.servers().server(2);
    String node = store.network().announced(replica).toString();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              read("key");
              read("absent");
              assertThat(registry.scrape())
                  .containsPattern("amoeba_fresh_reads_total\\{source=\"replica\"} [1-9]")
                  .containsPattern("amoeba_fresh_refused_total\\{reason=\"absent\"} [1-9]")
                  .containsPattern(
                      "amoeba_fresh_heartbeats_total\\{outcome=\"acknowledged\"} [1-9]")
                  .containsPattern(
                      "amoeba_fresh_replica_age_seconds\\{node=\"" + node + "\"} [0-9]");
            });
  }

  @Test
  void theDashboardAsksForMetersThatExist() throws IOException {
    JsonNode panels =
        new ObjectMapper()
            .readTree(GRAFANA.resolve("redis/fresh-reads.json").toFile())
            .path("panels");
    String sources = Files.readString(GRAFANA.resolve("provisioning/datasources/prometheus.yaml"));
    Set<String> asked = new TreeSet<>();
    assertThat(panels).hasSize(PANELS);
    for (JsonNode panel : panels) {
      assertThat(sources).contains("uid: " + panel.at("/datasource/uid").asText("none"));
      for (String expression : panel.findValuesAsText("expr")) {
        Set<String> names = names(expression);
        assertThat(names).as(panel.path("title").asText()).isNotEmpty();
        asked.addAll(names);
      }
    }

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(names(registry.scrape())).containsAll(asked));
    // Each meter has a panel, too.
    assertThat(asked).containsAll(metersScraped());
  }

  private Set<String> metersScraped() {
    return registry
        .scrape()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> names(String text) {
    return METER
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
