package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.Proposal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PlansApiTest {

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
  void aPlanIsListedExplainedAndApproved() throws Exception {
    propose();

    assertThat(get("api/v1/plans").path("plans")).hasSize(1);
    JsonNode plan = get("api/v1/plans/plan-1");
    assertThat(plan.path("state").asText()).isEqualTo("proposed");
    assertThat(plan.at("/gain/localHitRateBefore").asDouble()).isEqualTo(0.25);
    assertThat(plan.at("/owners/Toll")).isNotEmpty();
    assertThat(plan.at("/dryRun/operators/0/operator").asText()).isEqualTo("Toll");
    assertThat(plan.at("/dryRun/operators/0/alignedAfter").asDouble()).isEqualTo(1);
    assertThat(plan.at("/dryRun/movedHashSlots")).isEqualTo(plan.at("/cost/movedHashSlots"));
    assertThat(plan.at("/dryRun/startedServers").asInt(-1)).isZero();
    assertThat(plan.at("/dryRun/checks").findValuesAsText("check")).containsExactly("seen", "rise");
    assertThat(plan.at("/dryRun/checks").findValuesAsText("outcome")).containsOnly("met");
    assertThat(plan.at("/decisions/0/text").asText())
        .isEqualTo("waits for approval: the mode is propose");

    JsonNode approved =
        JSON.readTree(send("POST", "api/v1/plans/plan-1/approve", "{\"note\":\"go\"}").body());

    assertThat(approved.path("state").asText()).isEqualTo("approved");
    assertThat(approved.at("/events/1/by").asText()).isEqualTo("anybody");
    assertThat(approved.at("/events/1/note").asText()).isEqualTo("go");
    assertThat(get("api/v1/status").at("/plan/state").asText()).isEqualTo("approved");
  }

  @Test
  void aPlanForSeveralOperatorsCountsEachHashSlotOnceAndSaysWhatEachOperatorDoes()
      throws Exception {
    fixture.board.review(Mode.PROPOSE, sixOperators());
    fixture.board.review(Mode.PROPOSE, sixOperators());

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("movedHashSlots").asInt()).isEqualTo(10_857);
    assertThat(plan.at("/cost/movedHashSlots").asInt()).isEqualTo(10_857);
    assertThat(plan.path("alignments").findValuesAsText("movedHashSlots"))
        .hasSize(6)
        .containsOnly("10857");
    assertThat(get("api/v1/decisions").path("decisions").findValuesAsText("times"))
        .as("made once, and waiting since two ticks")
        .containsExactly("2", "1");
  }

  static Sight sixOperators() {
    return Fixture.sight(
        Plans.proposal(
            "t", 0, 10_857, "Toll", "Accident", "Report", "Balance", "Segment", "Expenditure"));
  }

  @Test
  void aPlanOfMovesSaysHowManyHashSlotsGoFromWhichPrimaryToWhich() throws Exception {
    fixture.board.review(Mode.PROPOSE, moves());

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("move_hash_slots");
    assertThat(plan.path("alignments")).isEmpty();
    assertThat(plan.at("/moveHashSlots/moves/0/from").asText()).isEqualTo("host-a:7000");
    assertThat(plan.at("/moveHashSlots/moves/0/toId").asText()).isEqualTo("b");
    assertThat(plan.at("/moveHashSlots/moves/0/hashSlots").asInt()).isEqualTo(7);
    assertThat(plan.path("movedSpans").toString()).isEqualTo("[[[3,9]]]");
    assertThat(plan.at("/cost/movedKeys").isNull()).isTrue();
    assertThat(plan.path("progress").asText())
        .isEqualTo("0 of 7 hash slots have moved, with 0 keys");
    assertThat(plan.path("status").toString())
        .isEqualTo("{\"done\":0,\"total\":7,\"phase\":\"\",\"problems\":[]}");
  }

  static Sight moves() {
    return Fixture.sight(Plans.moves("t", 3, 9));
  }

  @Test
  void aPlanByWhichTheStoreGrowsSaysWhereToAndWhatRoutingMakesOfIt() throws Exception {
    fixture.board.review(Mode.PROPOSE, Fixture.sight(Plans.growth("t", 3, 9)));

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("grow_store");
    assertThat(plan.at("/growStore/nodes/0").asText()).isEqualTo("d");
    assertThat(plan.at("/growStore/operators/0/alignedBefore").asDouble()).isEqualTo(0.75);
    assertThat(plan.at("/growStore/moves/0/to").asText()).isEqualTo("host-b:7000");
    assertThat(plan.path("movedSpans").toString()).isEqualTo("[[[3,9]]]");
    assertThat(plan.path("progress").asText())
        .isEqualTo("0 of 7 hash slots have moved, with 0 keys");
  }

  @Test
  void aPlanByWhichTheStoreLeavesNodesSaysWhatItCosts() throws Exception {
    Proposal drain = Plans.drain("t", 3, 9, OptionalLong.of(3 << 20));
    fixture.board.review(Mode.PROPOSE, Fixture.sight(drain));

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("drain_store");
    assertThat(plan.at("/drainStore/nodes/0").asText()).isEqualTo("c");
    assertThat(plan.at("/drainStore/operators/0/alignedAfter").asDouble()).isEqualTo(1);
    assertThat(plan.at("/drainStore/moves/0/from").asText()).isEqualTo("host-a:7000");
    assertThat(plan.at("/cost/movedBytes").asLong()).isEqualTo(3 << 20);
    assertThat(plan.path("movedSpans").toString()).isEqualTo("[[[3,9]]]");
  }

  static Sight starts() {
    return Fixture.sight(Plans.starts("t", "d", "e"));
  }

  @Test
  void aPlanThatStartsServersSaysWhere() throws Exception {
    fixture.board.review(Mode.PROPOSE, starts());

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("start_servers");
    assertThat(plan.path("movedHashSlots").asInt()).isZero();
    assertThat(plan.at("/startServers/servers").toString())
        .isEqualTo(
            "[{\"node\":\"d\",\"address\":\"host-d:7000\"},{\"node\":\"e\",\"address\":\"host-e:7000\"}]");
    assertThat(plan.at("/startServers/operators/0/alignedAfter").asDouble()).isEqualTo(1.0);
    assertThat(plan.at("/status/done").asInt()).isZero();
    assertThat(plan.path("progress").asText()).isEqualTo("0 of 2 servers are empty members");
  }

  static Sight rescale() {
    return Fixture.sight(Plans.rescale("t"));
  }

  @Test
  void aPlanThatRescalesTheJobSaysHow() throws Exception {
    fixture.board.review(Mode.PROPOSE, rescale());

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("rescale_job");
    assertThat(plan.path("rescaleJob").toString())
        .startsWith(
            "{\"job\":\"job\",\"name\":\"Tolls\",\"way\":\"savepoint\",\"from\":2,\"to\":3,\"nodes\":[\"d\"]");
    assertThat(plan.path("progress").asText()).isEqualTo("no job has 3 subtasks");
    assertThat(plan.has("rescaledJob")).isFalse();
  }

  @Test
  void aPlanOfMigrationsSaysWhichPrimaryGoesWhere() throws Exception {
    fixture.board.review(Mode.PROPOSE, migrations());

    JsonNode plan = get("api/v1/plans/plan-1");

    assertThat(plan.path("action").asText()).isEqualTo("migrate_primaries");
    assertThat(plan.path("movedHashSlots").asInt()).isEqualTo(20);
    assertThat(plan.at("/cost/migratedPrimaries").asInt()).isEqualTo(2);
    assertThat(plan.at("/cost/movedKeys").asInt()).isEqualTo(14);
    assertThat(plan.at("/migratePrimaries/formerPrimary").asText()).isEqualTo("keep");
    assertThat(plan.at("/migratePrimaries/operators/0/alignedAfter").asDouble()).isEqualTo(1.0);
    JsonNode second = plan.at("/migratePrimaries/migrations/1");
    assertThat(second.path("from").asText()).isEqualTo("b:1");
    assertThat(second.path("fromNode").asText()).isEqualTo("storage-b");
    assertThat(second.path("to").asText()).isEqualTo("t:1");
    assertThat(second.path("toNode").asText()).isEqualTo("node-t");
    assertThat(second.path("hashSlots").asInt()).isEqualTo(10);
    assertThat(second.path("keys").asInt()).isEqualTo(7);
    assertThat(second.path("reason").asText()).isEqualTo("no_subtask");
    assertThat(plan.path("movedSpans").toString()).isEqualTo("[[[0,9]],[[10,19]]]");
    assertThat(plan.at("/status/done").asInt()).isZero();
    assertThat(plan.path("progress").asText()).isEqualTo("0 of 2 primaries have migrated");
    assertThat(plan.path("alignments")).isEmpty();
  }

  static Sight migrations() {
    return Fixture.sight(Plans.migrations("t", "a>s", "b>t"));
  }

  @Test
  void ordersThatCannotBeFollowedAreConflicts() throws Exception {
    propose();
    send("POST", "api/v1/plans/plan-1/reject", "");

    HttpResponse<String> again = send("POST", "api/v1/plans/plan-1/approve", "");

    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(JSON.readTree(again.body()).path("code").asText()).isEqualTo("PLAN_STATE");
    assertThat(again.body()).contains("plan-1 is rejected").contains("cannot become approved");
    assertThat(send("POST", "api/v1/plans/plan-9/approve", "").statusCode()).isEqualTo(404);
    assertThat(send("GET", "api/v1/plans/plan-9", "").statusCode()).isEqualTo(404);
    JsonNode unknown = JSON.readTree(send("GET", "api/v1/plans/plan-9", "").body());
    assertThat(unknown.path("code").asText()).isEqualTo("PLAN_UNKNOWN");
    assertThat(unknown.path("error").asText()).contains("no plan 'plan-9'");
    JsonNode nothing = JSON.readTree(send("GET", "api/v1/plants", "").body());
    assertThat(nothing.path("code").asText()).isEqualTo("NOT_FOUND");
    assertThat(nothing.path("error").asText()).isEqualTo("there is nothing at /api/v1/plants");
    assertThat(send("POST", "api/v1/resume", "").statusCode()).isEqualTo(409);
  }

  @Test
  void anApprovalOfAStalePlanIsRefused() throws Exception {
    propose();
    Sight sight = fixture.look(4, Instant.now(), OperatorRates.UNKNOWN, 0.25);
    fixture.board.review(Mode.PROPOSE, sight);

    HttpResponse<String> answer = send("POST", "api/v1/plans/plan-1/approve", "");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("plan-1 is stale");
  }

  @Test
  void pauseAndResumeAreShown() throws Exception {
    send("POST", "api/v1/pause", "");
    assertThat(get("api/v1/status").path("pausedBy").asText()).isEqualTo("anybody");
    assertThat(get("api/v1/state").path("paused").asBoolean()).isTrue();

    send("POST", "api/v1/resume", "");

    assertThat(get("api/v1/status").path("paused").asBoolean()).isFalse();
    assertThat(get("api/v1/decisions").at("/decisions/0/text").asText())
        .isEqualTo("anybody: resume");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"note": 5}   | 400
          {             | 400
          []            | 400
          {"note": "x"} | 200
          """)
  void badBodiesAreRefused(String body, int status) throws Exception {
    propose();

    assertThat(send("POST", "api/v1/plans/plan-1/approve", body).statusCode()).isEqualTo(status);
  }

  @Test
  void longNotesAndBodiesAreRefused() throws Exception {
    propose();
    String path = "api/v1/plans/plan-1/approve";

    assertThat(send("POST", path, "{\"note\":\"" + "x".repeat(501) + "\"}").statusCode())
        .isEqualTo(400);
    assertThat(send("POST", path, " ".repeat(JsonBody.MAX_ORDER_BYTES + 1)).statusCode())
        .isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({
    // role,       read, order, protocol
    "VIEWER,       200,  403,   403",
    "OPERATOR,     200,  409,   403",
    "TASK_MANAGER, 403,  403,   200",
  })
  void aRoleAllowsNoMoreThanItSays(Role role, int read, int order, int protocol) throws Exception {
    protect(Fixture.on(0, List.of(Fixture.token("eve", "s3cret", role)), Optional.empty()));

    for (String path : List.of("state", "status", "plans", "decisions", "mode", "openapi.yaml")) {
      assertThat(withToken("GET", "api/v1/" + path).statusCode()).as(path).isEqualTo(read);
    }
    assertThat(withToken("GET", "metrics").statusCode()).isEqualTo(read);
    assertThat(withToken("POST", "api/v1/resume").statusCode()).isEqualTo(order);
    assertThat(withToken("GET", "api/v1/placement").statusCode()).isEqualTo(protocol);
  }

  @Test
  void whatIsRefusedNamesTheHolderAndTheRole() throws Exception {
    protect(Fixture.on(0, List.of(Fixture.token("eve", "s3cret", Role.VIEWER)), Optional.empty()));

    assertThat(withToken("POST", "api/v1/pause").body())
        .contains("the token of eve lacks the role operator");
    assertThat(get("api/v1/state", "s3cret").path("mayOrder").asBoolean(true)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:PORT,   same-origin, 200",
    "http://localhost:PORT,   same-origin, 200",
    "http://127.0.0.1:1,      same-site,   403",
    "http://evil.example,     cross-site,  403",
    "http://evil.example,     '',          403",
    "'',                      cross-site,  403",
    "null,                    '',          403",
    "'',                      none,        200",
    "'',                      '',          200",
  })
  void ordersOfOtherPagesAreRefused(String origin, String site, int status) throws Exception {
    String port = Integer.toString(fixture.server.port());
    String host = origin.contains("localhost") ? "localhost" : "127.0.0.1";

    assertThat(pauseFrom(host, origin.replace("PORT", port), site)).isEqualTo(status);
  }

  @Test
  void aPageWhoseNamePointsHereIsTrustedOnlyIfItIsConfigured() throws Exception {
    OriginCheck open = new OriginCheck(Fixture.open());
    OriginCheck named = new OriginCheck(Fixture.limited(List.of(), Set.of("amoeba.example"), 1));

    assertThat(open.isOurs("http://evil.example:7070", "evil.example:7070")).isFalse();
    assertThat(named.isOurs("http://amoeba.example:7070", "amoeba.example:7070")).isTrue();
    assertThat(named.isOurs("http://amoeba.example:7070", "evil.example:7070")).isFalse();
    assertThat(open.isOurs("http://[::1]:7070", "[::1]:7070")).isTrue();
  }

  private int pauseFrom(String host, String origin, String site) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://" + host + ":" + fixture.server.port() + "/api/v1/pause"))
            .POST(HttpRequest.BodyPublishers.noBody());
    if (!origin.isEmpty()) {
      request.header("Origin", origin);
    }
    if (!site.isEmpty()) {
      request.header("Sec-Fetch-Site", site);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private void propose() {
    fixture.report(3, 0, 0);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
  }

  private void protect(HttpSettings settings) {
    stop();
    fixture = new Fixture(settings);
  }

  private JsonNode get(String path) throws Exception {
    return JSON.readTree(send("GET", path, "").body());
  }

  private JsonNode get(String path, String token) throws Exception {
    return JSON.readTree(
        client
            .send(
                request("GET", path, "").header("Authorization", "Bearer " + token).build(),
                HttpResponse.BodyHandlers.ofString())
            .body());
  }

  private HttpResponse<String> withToken(String method, String path) throws Exception {
    return client.send(
        request(method, path, "").header("Authorization", "Bearer s3cret").build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return client.send(request(method, path, body).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    return HttpRequest.newBuilder(URI.create(fixture.server.address() + path))
        .method(method, HttpRequest.BodyPublishers.ofString(body));
  }
}
