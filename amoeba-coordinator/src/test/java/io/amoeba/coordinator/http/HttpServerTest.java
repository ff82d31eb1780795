package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.upkeep.Upkeeps;
import io.amoeba.partitioner.placement.HashSlot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class HttpServerTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(Fixture.open());
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void healthAnswers() throws Exception {
    assertThat(send("GET", "health", "").body()).isEqualTo("ok\n");
  }

  @Test
  void firstPollIsAnsweredAtOnceWithTheDocument() throws Exception {
    fixture.report(3, 0, 0);

    JsonNode document = json(send("GET", "api/v1/placement?taskManager=tm-1", ""));

    assertThat(document.path("coordinator").asText()).isEqualTo("this");
    JsonNode edge = document.path("edges").get(0);
    assertThat(edge.path("operator").asText()).isEqualTo("Toll");
    assertThat(edge.path("epoch").asLong()).isZero();
    assertThat(edge.has("hashSlots")).isFalse();
    assertThat(edge.path("completed").path("cohort").get(0).asText()).isEqualTo("0000000000000064");
  }

  @Test
  void knownVersionIsAnsweredByNothingAfterTheWait() throws Exception {
    HttpResponse<String> answer = send("GET", poll(version(), 200), "");

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void longPollIsAnsweredWhenAMapIsPublished() throws Exception {
    fixture.report(3, 0, 0);
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(
            request("GET", poll(version(), 20_000), "").build(),
            HttpResponse.BodyHandlers.ofString());

    fixture.publisher.publish(Fixture.EDGE, 3, new int[HashSlot.COUNT]);

    JsonNode edge = JSON.readTree(waiting.get(1, TimeUnit.MINUTES).body()).path("edges").get(0);
    assertThat(edge.path("epoch").asLong()).isEqualTo(1);
    assertThat(edge.path("phase").asText()).isEqualTo("PREPARE");
    assertThat(edge.path("hashSlots")).hasToString("[[0,16383,0]]");
  }

  @Test
  void anotherCoordinatorsVersionIsNotKnown() throws Exception {
    String path = "api/v1/placement?coordinator=other&version=" + version() + "&waitMillis=20000";

    assertThat(send("GET", path, "").statusCode()).isEqualTo(200);
  }

  @Test
  void reportIsTakenAndShownInTheState() throws Exception {
    String body =
        "{\"taskManager\":\"tm-9\",\"host\":\"h\",\"coordinator\":\"this\",\"routers\":[],"
            + "\"gates\":[],\"direct\":[],\"laterField\":1}";

    assertThat(send("PUT", "api/v1/task-managers/tm-9", body).statusCode()).isEqualTo(204);
    assertThat(fixture.publisher.reports()).extracting("taskManager").containsExactly("tm-9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {                                                   | not JSON
          []                                                  | must be a JSON object
          {"host": 5}                                         | host is 5: must be a text
          {"taskManager": "x", "host": "h"}                   | must be the path's 'tm-1'
          {"taskManager": "tm-1", "host": "h", "routers": 3}  | routers must be a list
          {"taskManager": "tm-1", "host": "h", "gates": [3]}  | gates[0] must be an object
          {"taskManager": "tm-1", "host": "h", "direct": [{"operator": "o", "parallelism": 0}]} | direct[0].parallelism is 0: must be a whole number, 1 … 32768
          {"taskManager": "tm-1", "host": "h", "routers": [{"incarnation": "XYZ"}]} | routers[0].incarnation is "XYZ": must be 16 lower-case hexadecimal digits
          {"taskManager": "tm-1", "host": "h", "gates": [{"job":"j","operator":"o","parallelism":2,"subtask":2,"epoch":0}]} | gates[0].subtask is 2: must be a whole number, 0 … 1
          """)
  void malformedReportsAreRefusedWithTheReason(String body, String reason) throws Exception {
    HttpResponse<String> answer = send("PUT", "api/v1/task-managers/tm-1", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("error").asText()).contains(reason);
    assertThat(answer.body()).doesNotContain("Exception").doesNotContain("\\tat ");
    assertThat(fixture.publisher.reports()).isEmpty();
  }

  @Test
  void everyBrokenRuleOfAReportIsNamedAtOnce() throws Exception {
    String body = "{\"taskManager\":\"tm-1\",\"gates\":[{\"epoch\":-1}]}";

    JsonNode problems = json(send("PUT", "api/v1/task-managers/tm-1", body)).path("problems");

    assertThat(problems).hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void oversizedBodyIsRefused() throws Exception {
    String body = "{\"taskManager\":\"" + "x".repeat(JsonBody.MAX_BYTES) + "\"}";

    HttpResponse<String> known = send("PUT", "api/v1/task-managers/tm-1", body);
    HttpResponse<String> chunked =
        client.send(
            HttpRequest.newBuilder(URI.create(fixture.server.address() + "api/v1/mode"))
                .PUT(
                    HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(new byte[2 * JsonBody.MAX_BYTES])))
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(known.statusCode()).isEqualTo(413);
    assertThat(chunked.statusCode()).isEqualTo(413);
  }

  @Test
  void wrongNumbersInTheQueryAreRefused() throws Exception {
    HttpResponse<String> answer = send("GET", "api/v1/placement?waitMillis=soon", "");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("waitMillis is 'soon'");
  }

  @Test
  void modeIsChangedAtRunTime() throws Exception {
    send("PUT", "api/v1/mode", "{\"mode\":\"observe\"}");
    assertThat(json(send("GET", "api/v1/mode", "")).path("mode").asText()).isEqualTo("observe");

    HttpResponse<String> wrong = send("PUT", "api/v1/mode", "{\"mode\":\"auto\"}");

    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("must be");
  }

  @Test
  void drillNeedsAMapAndTheModeAct() throws Exception {
    assertThat(send("PUT", "api/v1/drill", "{\"everyMillis\":1000}").statusCode()).isEqualTo(409);
    assertThat(send("PUT", "api/v1/drill", "{\"everyMillis\":1}").statusCode()).isEqualTo(400);
    assertThat(json(send("GET", "api/v1/drill", "")).path("activity").asText()).isEqualTo("idle");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"other": "hash"}                           | everyMillis is missing: must be a whole number, 10 … 3600000
          {"everyMillis": 5}                          | everyMillis is 5: must be a whole number, 10 … 3600000
          {"everyMillis": 1000, "other": "random"}    | other is "random": must be "rotated" or "hash"
          {"everyMillis": 1000, "other": "HASH"}      | other is "HASH": must be "rotated" or "hash"
          {"everyMillis": 1000, "other": 5}           | other is 5: must be "rotated" or "hash"
          {"everyMillis": 1000, "other": null}        | other is null: must be "rotated" or "hash"
          {"everyMillis": 0, "other": ""}             | other is "": must be "rotated" or "hash"
          """)
  void badDrillsAreRefusedWithTheReason(String body, String reason) throws Exception {
    HttpResponse<String> answer = send("PUT", "api/v1/drill", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("error").asText()).contains(reason);
    assertThat(json(send("GET", "api/v1/drill", "")).path("activity").asText()).isEqualTo("idle");
  }

  @Test
  void drillTellsWhichMapItChangesTo() throws Exception {
    fixture.report(3, 0, 0);
    fixture.publisher.publish(Fixture.EDGE, 3, new int[HashSlot.COUNT]);
    fixture.report(3, 1, 1);

    JsonNode started =
        json(send("PUT", "api/v1/drill", "{\"everyMillis\": 15000, \"other\": \"hash\"}"));

    assertThat(started)
        .hasToString(
            "{\"activity\":\"running\",\"everyMillis\":15000,\"other\":\"hash\","
                + "\"inForce\":\"planned\",\"completedSwitches\":0}");
    fixture.drill.step();
    JsonNode state = json(send("GET", "api/v1/state", ""));
    assertThat(state.path("drill").path("inForce").asText()).isEqualTo("changing");

    send("PUT", "api/v1/drill", "{\"everyMillis\": 15000}");
    assertThat(json(send("GET", "api/v1/drill", "")).path("other").asText()).isEqualTo("rotated");
  }

  @Test
  void stateHoldsEverythingThePageShows() throws Exception {
    fixture.report(3, 0, 0);
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);

    JsonNode state = json(send("GET", "api/v1/state", ""));

    assertThat(state.path("nodes")).hasSize(3);
    assertThat(state.path("nodes").get(0).path("primaries").get(0).path("hashSlotCount").asInt())
        .isEqualTo(5461);
    JsonNode toll = state.path("operators").get(0);
    assertThat(toll.path("localHitRate").asDouble()).isEqualTo(0.5);
    assertThat(toll.path("history").path("atMillis")).hasSize(1);
    assertThat(toll.path("handOver").path("routersHeard").asInt()).isEqualTo(3);
    assertThat(state.path("symptoms").get(0).path("code").asText())
        .isEqualTo("HASH_SLOTS_MISALIGNED");
    assertThat(json(send("GET", "api/v1/plans", "")).has("plans")).isTrue();
  }

  @Test
  void pageAndItsPartsComeFromTheCoordinator() throws Exception {
    assertThat(send("GET", "", "").body()).contains("<title>Amoeba</title>");
    for (String part :
        List.of(
            "page.js", "plans.js", "upkeep.js", "moves.js", "band.js", "charts.js", "page.css")) {
      assertThat(send("GET", part, "").statusCode()).as(part).isEqualTo(200);
    }
    assertThat(send("GET", "webjars/chart.js/4.5.1/dist/chart.umd.min.js", "").statusCode())
        .isEqualTo(200);
  }

  @Test
  void metersAreThereForPrometheus() throws Exception {
    assertThat(send("GET", "metrics", "").body())
        .contains(
            "amoeba_coordinator_tick_seconds_count",
            "amoeba_adaptation_seconds_count",
            "amoeba_plans_completed_total ",
            "amoeba_plans_moved_hash_slots_total ",
            "amoeba_drill_switches_completed ",
            "amoeba_plans_waiting ",
            "amoeba_plans_paused ",
            "amoeba_task_managers ",
            "amoeba_symptoms{");
  }

  @Test
  void aMapIsNotShownBeforeItsHandOver() throws Exception {
    fixture.report(3, 0, 0);
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);
    JsonNode before = json(send("GET", "api/v1/state", "")).path("operators").get(0);
    fixture.clock.whenRead(
        () -> {
          fixture.publisher.publish(Fixture.EDGE, 3, new int[HashSlot.COUNT]);
          fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);
        });

    JsonNode meanwhile = json(send("GET", "api/v1/state", "")).path("operators").get(0);
    JsonNode after = json(send("GET", "api/v1/state", "")).path("operators").get(0);

    assertThat(meanwhile.path("owners")).isEqualTo(before.path("owners"));
    assertThat(meanwhile.path("handOver").path("epoch").asLong()).isEqualTo(1);
    assertThat(after.path("owners")).hasToString("[[0,16383,0]]");
  }

  @Test
  void withoutFlinkNoTaskManagerIsMissed() throws Exception {
    fixture.storeAlone = true;
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);

    assertThat(send("GET", "metrics", "").body()).contains("\namoeba_task_managers NaN");
  }

  @Test
  void symptomsAreCountedByCodeAndSeverity() throws Exception {
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);
    Knowledge.Finding found = fixture.knowledge.finding().orElseThrow();
    List<Symptom> symptoms = new ArrayList<>(found.symptoms());
    symptoms.add(Symptoms.hashSlotsUnserved("no primary serves hash slot 2", "Choose an owner."));
    symptoms.add(
        Symptom.ofOperation(new Problem("COPY_HALF_DONE", Severity.ERROR, "a:1", "half done", "")));
    fixture.knowledge.found(new Knowledge.Finding(found.snapshot(), symptoms));
    fixture.meters.ticked(Duration.ofMillis(3), found.snapshot(), fixture.publisher);

    assertThat(send("GET", "metrics", "").body())
        .contains(
            "amoeba_symptoms{code=\"HASH_SLOTS_MISALIGNED\",severity=\"warning\"} 1",
            "amoeba_symptoms{code=\"HASH_SLOTS_UNSERVED\",severity=\"alarm\"} 1",
            "amoeba_symptoms{code=\"COPY_HALF_DONE\",severity=\"error\"} 1",
            "amoeba_symptoms{code=\"FLINK_UNREACHABLE\",severity=\"error\"} 0",
            "amoeba_alarms 1");
  }

  @Test
  void backgroundWorkOfServersIsMeasuredByServerRoleAndKind() throws Exception {
    fixture.upkeep = Optional.of(Upkeeps.saving());
    fixture.replicas =
        new Replicas(
            List.of(
                new Replica(
                    "r",
                    "10.0.0.8",
                    6379,
                    OptionalLong.of(1),
                    OptionalLong.of(0),
                    Optional.of(Upkeeps.resting()))),
            OptionalDouble.empty());
    fixture.look(1, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);
    ClusterSnapshot snapshot = fixture.knowledge.finding().orElseThrow().snapshot();
    fixture.meters.ticked(Duration.ofMillis(3), snapshot, fixture.publisher);
    String primary = "kind=\"%s\",role=\"primary\",server=\"127.0.1.1:7000\"} ";
    String replica = "role=\"replica\",server=\"10.0.0.8:6379\"} ";

    String meters = send("GET", "metrics", "").body();

    assertThat(meters)
        .contains(
            "amoeba_server_working{" + primary.formatted("save") + 1,
            "amoeba_server_working{" + primary.formatted("rewrite") + 0,
            "amoeba_server_working{kind=\"save\"," + replica + 0,
            "amoeba_server_fork_seconds{" + replica + 0.04321,
            "amoeba_upkeep_due_seconds{kind=\"save\"," + replica + 201,
            "amoeba_upkeep_last_seconds{kind=\"save\"," + replica + 12,
            "amoeba_upkeep_failed{kind=\"save\"," + replica + 0)
        .doesNotContain("amoeba_upkeep_due_seconds{" + primary.formatted("save"));
  }

  @Test
  void metersAreWholeWhileTicksRenewThem() throws Exception {
    fixture.look(3, Instant.now(), new OperatorRates(1_000, 5, 5), 0.5);
    ClusterSnapshot snapshot = fixture.knowledge.finding().orElseThrow().snapshot();
    fixture.meters.ticked(Duration.ofMillis(3), snapshot, fixture.publisher);
    AtomicBoolean ends = new AtomicBoolean();
    Thread ticks =
        new Thread(
            () -> {
              while (!ends.get()) {
                fixture.meters.ticked(Duration.ofMillis(3), snapshot, fixture.publisher);
              }
            });
    ticks.start();
    try {
      for (int i = 0; i < 20_000; i++) {
        assertThat(fixture.meters.scrape())
            .contains("amoeba_operator_local_hit_rate{operator=\"Toll\"} 0.5")
            .contains("amoeba_primary_hash_slots{primary=\"127.0.1.3:7002\"}");
      }
    } finally {
      ends.set(true);
      ticks.join();
    }
  }

  @Test
  void unknownPathIsNotFound() throws Exception {
    assertThat(send("GET", "api/v1/nothing", "").statusCode()).isEqualTo(404);
  }

  @Test
  void takenPortIsExplained() {
    HttpSettings same = Fixture.on(fixture.server.port(), List.of(), Optional.empty());

    assertThatThrownBy(() -> new Fixture(same).close())
        .isInstanceOf(PortTaken.class)
        .hasMessageContaining("127.0.0.1:" + fixture.server.port())
        .hasMessageContaining("--http-port");
  }

  @Test
  void everythingButHealthAndThePageNeedsTheToken() throws Exception {
    stop();
    fixture =
        new Fixture(
            Fixture.on(
                0, List.of(Fixture.token("all", "s3cret-token", Role.values())), Optional.empty()));

    for (String path :
        new String[] {"api/v1/state", "api/v1/placement", "api/v1/plans", "metrics"}) {
      assertThat(send("GET", path, "").statusCode()).as(path).isEqualTo(401);
      assertThat(withToken(path, "wrong").statusCode()).as(path).isEqualTo(401);
      assertThat(withToken(path, "s3cret-token").statusCode()).as(path).isEqualTo(200);
    }
    assertThat(send("PUT", "api/v1/mode", "{\"mode\":\"observe\"}").statusCode()).isEqualTo(401);
    assertThat(send("GET", "health", "").statusCode()).isEqualTo(200);
    assertThat(send("GET", "", "").statusCode()).isEqualTo(200);
  }

  @Test
  void oneAddressGetsNoMoreAnswersThanConfigured() throws Exception {
    stop();
    fixture = new Fixture(Fixture.limited(List.of(), Set.of(), 5));
    Set<Integer> answers = new HashSet<>();

    for (int i = 0; i < 200 && !answers.contains(429); i++) {
      answers.add(send("GET", "api/v1/plans", "").statusCode());
    }

    assertThat(answers).containsExactlyInAnyOrder(200, 429);
  }

  private long version() {
    return fixture.publisher.document().version();
  }

  private static String poll(long version, long waitMillis) {
    return "api/v1/placement?taskManager=t&coordinator=this&version="
        + version
        + "&waitMillis="
        + waitMillis;
  }

  private HttpResponse<String> withToken(String path, String token) throws Exception {
    return client.send(
        request("GET", path, "").header("Authorization", "Bearer " + token).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return client.send(request(method, path, body).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    return HttpRequest.newBuilder(URI.create(fixture.server.address() + path))
        .method(method, HttpRequest.BodyPublishers.ofString(body));
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return JSON.readTree(answer.body());
  }
}
