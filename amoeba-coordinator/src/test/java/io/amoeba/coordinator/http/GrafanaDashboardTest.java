package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.upkeep.Upkeeps;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboards and alerts that docker ships ask for metrics that exist. */
class GrafanaDashboardTest {

  private static final Path DASHBOARDS = Path.of("../docker/grafana/dashboards");
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Pattern OURS = Pattern.compile("\\bamoeba_\\w+");
  private static final Pattern FLINKS = Pattern.compile("\\bflink_\\w+");
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";

  // Names that Prometheus found on the cluster of docker/compose.yaml, with Flink 2.3.0.
  private static final Set<String> SEEN_OF_FLINK =
      Set.of(
          OPERATOR + "amoeba_handover_longestHoldMicros",
          OPERATOR + "amoeba_redis_latencyP50Micros",
          OPERATOR + "amoeba_redis_latencyP99Micros",
          OPERATOR + "amoeba_redis_localRequests",
          OPERATOR + "amoeba_redis_remoteRequests",
          OPERATOR + "numRecordsInPerSecond",
          "flink_taskmanager_job_task_busyTimeMsPerSecond",
          "flink_taskmanager_Status_JVM_CPU_Load",
          "flink_taskmanager_Status_JVM_GarbageCollector_All_TimeMsPerSecond",
          "flink_taskmanager_Status_JVM_Memory_Heap_Max",
          "flink_taskmanager_Status_JVM_Memory_Heap_Used",
          "flink_jobmanager_numRegisteredTaskManagers",
          "flink_jobmanager_job_lastCheckpointDuration",
          "flink_jobmanager_job_numRestarts",
          "flink_jobmanager_job_numberOfCompletedCheckpoints",
          "flink_jobmanager_job_numberOfFailedCheckpoints");

  @ParameterizedTest
  @ValueSource(strings = {"amoeba-coordinator.json", "linear-road.json"})
  void everyMetricOfTheCoordinatorIsInItsAnswer(String dashboard) throws Exception {
    Set<String> asked = names(expressions(dashboard), OURS);

    assertThat(published()).containsAll(asked);
  }

  @Test
  void everyAlertAsksForMetricsThatExist() throws Exception {
    JsonNode rules =
        new ObjectMapper(new YAMLFactory())
            .readTree(DASHBOARDS.resolve("../../prometheus/alerts.yml").toFile())
            .at("/groups/0/rules");
    List<String> expressions = rules.findValues("expr").stream().map(JsonNode::asText).toList();

    assertThat(expressions).hasSizeGreaterThanOrEqualTo(6).hasSameSizeAs(rules);
    assertThat(published()).containsAll(names(expressions, OURS));
    assertThat(expressions).allMatch(expression -> OURS.matcher(expression).find());
  }

  @ParameterizedTest
  @ValueSource(strings = {"amoeba-coordinator.json", "linear-road.json"})
  void everyMetricOfFlinkHasBeenSeen(String dashboard) throws Exception {
    assertThat(SEEN_OF_FLINK).containsAll(names(expressions(dashboard), FLINKS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"amoeba-coordinator.json", "linear-road.json"})
  void everyPanelAsksTheProvisionedSourceForAMetric(String dashboard) throws Exception {
    JsonNode panels = JSON.readTree(DASHBOARDS.resolve(dashboard).toFile()).path("panels");
    String sources =
        Files.readString(DASHBOARDS.resolve("../provisioning/datasources/prometheus.yaml"));

    assertThat(panels).isNotEmpty();
    for (JsonNode panel : panels) {
      assertThat(sources).contains("uid: " + panel.at("/datasource/uid").asText("none"));
      assertThat(panel.path("targets")).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        List<String> expression = List.of(target.path("expr").asText());
        assertThat(names(expression, OURS).size() + names(expression, FLINKS).size())
            .as(panel.path("title").asText())
            .isPositive();
      }
    }
  }

  private static List<String> expressions(String dashboard) throws IOException {
    return JSON.readTree(DASHBOARDS.resolve(dashboard).toFile()).findValues("expr").stream()
        .map(JsonNode::asText)
        .toList();
  }

  private static Set<String> names(List<String> expressions, Pattern pattern) {
    return expressions.stream()
        .flatMap(expression -> pattern.matcher(expression).results().map(MatchResult::group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names in the answer to GET /metrics of a coordinator that has seen a cluster and a plan. */
  private static Set<String> published() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      fixture.report(3, 0, 0);
      fixture.upkeep = Optional.of(Upkeeps.resting());
      fixture.look(3, Instant.now(), new OperatorRates(1_000, 1, 2), 0.33);
      fixture.meters.ticked(
          Duration.ofMillis(5),
          fixture.knowledge.finding().orElseThrow().snapshot(),
          fixture.publisher);
      URI metrics = URI.create("http://127.0.0.1:" + fixture.server.port() + "/metrics");
      String text =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("[{ ]", 2)[0])
          .collect(Collectors.toSet());
    }
  }
}
