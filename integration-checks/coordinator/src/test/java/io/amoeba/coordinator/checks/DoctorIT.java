package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The doctor with a real Redis Cluster and a real Flink cluster, first good ones, then bad ones;
 * and the other command that looks at both itself.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class DoctorIT {

  private static final int NODES = 3;
  private static final String PASSWORD = "s3cret-of-the-test";

  /** As {@code docs/doctor.md} advises it for Redis 6.2. */
  private static final String RIGHTS =
      "resetkeys resetchannels -@all +cluster|nodes +cluster|info +info +config|get"
          + " +client|setname";

  /** As {@code docs/hash-slot-moves.md} advises them, but for the keys. */
  private static final String MOVING_RIGHTS =
      "+cluster|setslot +cluster|saveconfig +cluster|getkeysinslot +cluster|countkeysinslot"
          + " +migrate +restore-asking +select";

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static final RedisClient CLIENT = RedisClient.create();

  private StringWriter out = new StringWriter();

  @BeforeAll
  static void startClusters() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .spareNodes(1)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    JobJar.submit(cluster, folder, NODES);
    acl("on >" + PASSWORD + " " + RIGHTS);
  }

  @AfterAll
  static void endClusters() {
    CLIENT.shutdown();
    cluster.close();
  }

  @Test
  @Order(1)
  void aGoodSetUpHasNothingWorseThanAdvice() throws IOException {
    JsonNode answer = doctor(ExitCode.OK, PASSWORD);

    assertThat(severities(answer, "REDIS_PERMISSIONS", "REDIS_LOGIN", "REDIS_CLUSTER"))
        .containsExactly("ok", "ok", "ok");
    assertThat(severities(answer, "REDIS_AGREEMENT", "REDIS_HASH_SLOTS", "REDIS_FAILED_NODES"))
        .containsExactly("ok", "ok", "ok");
    assertThat(severities(answer, "HOST_MATCH", "SUBTASK_PLACES", "FLINK_TASK_SLOTS"))
        .containsExactly("ok", "ok", "ok");
    assertThat(severities(answer, "FLINK_VERSION", "FLINK_JOB", "FLINK_STALENESS"))
        .containsExactly("ok", "ok", "ok");
    assertThat(severities(answer, "SECRET_FILES", "REDIS_ADDRESSES", "REDIS_OPEN_MIGRATIONS"))
        .containsExactly("ok", "ok", "ok");
    assertThat(severities(answer, "FLINK_PARTITIONER", "REDIS_FULL_COVERAGE", "REDIS_REPLICAS"))
        .containsExactly("note", "note", "note");
    assertThat(finding(answer, "FLINK_VERSION").path("text").asText()).startsWith("2.3.");
    assertThat(finding(answer, "REDIS_REPLICAS").path("subjects")).hasSize(NODES);
  }

  @Test
  @Order(2)
  void peopleGetATable() throws IOException {
    assertThat(run("doctor", "--config", config(PASSWORD).toString())).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .startsWith("SEVERITY  CODE")
        .contains("ok        HOST_MATCH")
        .contains("-> CONFIG SET maxmemory to what the host can spare")
        .contains("Errors: 0, warnings: 0")
        .doesNotContain(PASSWORD);
  }

  @Test
  @Order(2)
  void aPlanIsShownWithItsCostAndDryRunAndChangesNothing() throws IOException {
    String config = config(PASSWORD).toString();
    String nodes = nodesAndKeys();

    assertThat(run("plan", "--dry-run", "--config", config)).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("hash slots change owner, 0 keys move; it takes an unknown time")
        .contains("Gain:      local-hit rate ")
        .contains("Dry run:   state of both systems at ")
        .contains("  seen           met      job and store are seen for certain, as topology ")
        .contains("  half done      unknown  only the running coordinator knows")
        .contains("  earlier plans  unknown  ");
    assertThat(run("plan", "--config", config, "--json")).isEqualTo(ExitCode.OK);
    JsonNode plan = json().path("plan");
    assertThat(plan.path("action").asText()).isEqualTo("align_routing");
    assertThat(plan.at("/cost/movedHashSlots").asInt()).isPositive();
    assertThat(plan.at("/dryRun/movedHashSlots")).isEqualTo(plan.at("/cost/movedHashSlots"));
    assertThat(plan.at("/dryRun/operators/0/alignedAfter").asDouble()).isEqualTo(1);
    assertThat(plan.at("/dryRun/checks").findValuesAsText("check"))
        .containsExactly("seen", "rise", "half_done", "earlier_plans");
    assertThat(nodesAndKeys()).isEqualTo(nodes);
  }

  @Test
  @Order(3)
  void aWrongPasswordIsRefusedByEveryNodeAndNotShown() throws IOException {
    JsonNode answer = doctor(ExitCode.FAILURE, "wrong-" + PASSWORD);

    JsonNode login = finding(answer, "REDIS_LOGIN");
    assertThat(login.path("severity").asText()).isEqualTo("error");
    assertThat(login.path("text").asText()).contains("user amoeba", "WRONGPASS");
    assertThat(login.path("subjects")).hasSize(1); // without a login the others stay unknown
    assertThat(severities(answer, "FLINK_REACHABLE")).containsExactly("ok");
  }

  @Test
  @Order(4)
  void missingPermissionsAreNamed() throws IOException {
    acl("-config -cluster +cluster|info"); // Redis 6.2 takes back whole commands alone
    try {
      JsonNode answer = doctor(ExitCode.FAILURE, PASSWORD);

      assertThat(severitiesOf(answer, "REDIS_PERMISSIONS")).contains("error", "note");
      assertThat(out.toString()).contains("+cluster|nodes", "+config|get");
    } finally {
      acl("reset on >" + PASSWORD + " " + RIGHTS);
    }
  }

  @Test
  @Order(5)
  void missingRightsOfAMoverAreNamedAndLookingForThemChangesNothing() throws IOException {
    String flink = "flink: {url: '%s', storeFollows: Toll}".formatted(cluster.flink().restUrl());
    String nodes = nodesAndKeys();

    JsonNode without = doctor(ExitCode.FAILURE, PASSWORD, flink);

    assertThat(severitiesOf(without, "REDIS_PERMISSIONS")).hasSize(7).containsOnly("warning");
    assertThat(out.toString())
        .contains("+cluster|setslot", "+cluster|getkeysinslot", "+cluster|countkeysinslot")
        .contains("+cluster|saveconfig")
        .contains("+migrate", "+restore-asking", "+select");
    acl(MOVING_RIGHTS);
    try {
      assertThat(severitiesOf(doctor(ExitCode.FAILURE, PASSWORD, flink), "REDIS_PERMISSIONS"))
          .containsOnly("warning"); // for the keys
      assertThat(out.toString()).contains("amoeba ~*").doesNotContain("+migrate");
      acl("~*");
      assertThat(severitiesOf(doctor(ExitCode.OK, PASSWORD, flink), "REDIS_PERMISSIONS"))
          .containsExactly("ok");
    } finally {
      acl("reset on >" + PASSWORD + " " + RIGHTS);
    }
    assertThat(nodesAndKeys()).isEqualTo(nodes);
  }

  @Test
  @Order(6)
  void missingRightsOfAMigratorAreNamedAndLookingForThemChangesNothing() throws IOException {
    String flink = "flink: {url: '%s'}".formatted(cluster.flink().restUrl());
    String migrations =
        "stateFile: state.json\nplans: {file: plans.json, migrations: {servers: members}}";
    String nodes = nodesAndKeys();

    JsonNode without = doctor(ExitCode.FAILURE, config(PASSWORD, flink, migrations), PASSWORD);

    assertThat(severitiesOf(without, "REDIS_PERMISSIONS")).hasSize(6).containsOnly("warning");
    assertThat(out.toString())
        .contains("+cluster|meet", "+cluster|replicate", "+cluster|failover")
        .contains("+cluster|forget", "+cluster|reset", "+cluster|saveconfig");
    acl(
        "+cluster|meet +cluster|replicate +cluster|saveconfig +cluster|failover +cluster|forget"
            + " +cluster|reset");
    try {
      JsonNode with = doctor(ExitCode.OK, config(PASSWORD, flink, migrations), PASSWORD);
      assertThat(severitiesOf(with, "REDIS_PERMISSIONS")).containsExactly("ok");
    } finally {
      acl("reset on >" + PASSWORD + " " + RIGHTS);
    }
    assertThat(nodesAndKeys()).isEqualTo(nodes);
  }

  @Test
  @Order(7)
  void missingRightsToTakeOverAreNamed() throws IOException {
    String flink = "flink: {url: '%s'}".formatted(cluster.flink().restUrl());
    String lease = "lease: {folder: '%s'}".formatted(folder);

    JsonNode without = doctor(ExitCode.FAILURE, config(PASSWORD, flink, lease), PASSWORD);

    assertThat(severitiesOf(without, "REDIS_PERMISSIONS")).hasSize(2).containsOnly("warning");
    assertThat(out.toString()).contains("+client|list", "+client|kill");
    acl("+client|list +client|kill");
    try {
      JsonNode with = doctor(ExitCode.OK, config(PASSWORD, flink, lease), PASSWORD);
      assertThat(severitiesOf(with, "REDIS_PERMISSIONS")).containsExactly("ok");
    } finally {
      acl("reset on >" + PASSWORD + " " + RIGHTS);
    }
  }

  /** Of all primaries: their hash slots, open ones included, and how many keys they have. */
  private static String nodesAndKeys() {
    StringBuilder text = new StringBuilder();
    for (RedisServer server : cluster.redis().servers()) {
      on(
          server,
          redis ->
              redis
                  .clusterNodes()
                  .lines()
                  .filter(line -> line.contains("myself"))
                  .forEach(
                      line ->
                          text.append(line.substring(line.indexOf("connected")))
                              .append(", keys ")
                              .append(redis.dbsize())
                              .append('\n')));
    }
    return text.toString();
  }

  /** It has one node, so that hosts do not match: only what is said of Flink matters. */
  @Test
  @Order(8)
  void theOlderLineOfFlinkIsJudgedByItsOwnSettings() throws IOException {
    FlinkSettings settings =
        FlinkSettings.of(FlinkVersion.V1_20)
            .withQuickStart(true)
            .withConfig(Map.of("web.refresh-interval", "3000", "jobmanager.scheduler", "adaptive"));
    try (EmbeddedCluster older = EmbeddedCluster.builder().nodes(1).flink(settings).start()) {
      JobJar.submit(older, folder, 1);
      Path config =
          config(
              PASSWORD,
              "flink: {url: '%s'}".formatted(older.flink().restUrl()),
              "stateFile: state.json\nplans: {file: plans.json, rescale: {method: in-place}}");

      JsonNode answer = doctor(ExitCode.FAILURE, config, PASSWORD);

      assertThat(severities(answer, "FLINK_REACHABLE", "FLINK_VERSION", "FLINK_JOB"))
          .containsExactly("ok", "ok", "ok");
      assertThat(severities(answer, "FLINK_CHECKPOINTS", "FLINK_TASK_SLOTS", "FLINK_RESCALE"))
          .containsExactly("ok", "ok", "ok");
      assertThat(finding(answer, "FLINK_VERSION").path("text").asText()).startsWith("1.20.");
      assertThat(severities(answer, "FLINK_PARTITIONER", "FLINK_STALENESS"))
          .containsExactly("note", "warning");
      assertThat(finding(answer, "FLINK_STALENESS").path("text").asText())
          .as("rest.cache.execution-graph.timeout is 500 ms, and not known there")
          .contains("up to 3000 ms old");
      assertThat(finding(answer, "FLINK_STALENESS").path("remedy").asText())
          .startsWith("Set web.refresh-interval to 500");
    }
  }

  @Test
  @Order(9)
  void anOpenPasswordFileIsAWarning() throws IOException {
    Path config = config(PASSWORD);
    Files.setPosixFilePermissions(
        folder.resolve("password"), PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(run("doctor", "--config", config.toString(), "--json")).isEqualTo(ExitCode.FAILURE);

    assertThat(severities(json(), "SECRET_FILES")).containsExactly("warning");
    assertThat(out.toString()).doesNotContain(PASSWORD);
  }

  @Test
  @Order(10)
  void aBadSetUpIsNamedPointByPoint() throws IOException {
    RedisServer bad = cluster.redis().server(1);
    on(
        bad,
        redis -> {
          redis.configSet(Map.of("maxmemory-policy", "allkeys-lru"));
          redis.configSet(Map.of("maxmemory", "100mb"));
          redis.configSet(Map.of("cluster-node-timeout", "900"));
          redis.clusterSetSlotMigrating(
              cluster.redis().hashSlotsOf(bad).get(0),
              cluster.redis().nodeId(cluster.redis().server(2)));
        });
    startTaskManagerWithTwoTaskSlots();

    JsonNode answer = doctor(ExitCode.FAILURE, PASSWORD);

    assertThat(severities(answer, "REDIS_OPEN_MIGRATIONS", "FLINK_TASK_SLOTS", "HOST_MATCH"))
        .containsExactly("warning", "warning", "warning");
    assertThat(severitiesOf(answer, "REDIS_MEMORY")).contains("error");
    assertThat(severitiesOf(answer, "REDIS_NODE_TIMEOUT")).containsExactly("warning");
    assertThat(severitiesOf(answer, "REDIS_MEMBERS")).contains("warning", "note");
    assertThat(finding(answer, "FLINK_TASK_SLOTS").path("subjects").path(0).asText())
        .isEqualTo(cluster.flink().resourceId(NODES + 1));
    assertThat(finding(answer, "HOST_MATCH").path("remedy").asText())
        .contains("flinkHosts: [" + cluster.flink().resourceId(NODES + 1) + "]");
  }

  @Test
  @Order(11)
  void aLostPrimaryIsNamedWithItsHashSlots() {
    RedisServer lost = cluster.redis().server(NODES);

    lost.process().kill();

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              JsonNode answer = doctor(ExitCode.FAILURE, PASSWORD);
              assertThat(severities(answer, "REDIS_REACHABLE")).containsExactly("error");
              assertThat(finding(answer, "REDIS_REACHABLE").path("subjects").path(0).asText())
                  .isEqualTo(lost.address());
              assertThat(severities(answer, "REDIS_FAILED_NODES")).containsExactly("error");
              assertThat(finding(answer, "REDIS_FAILED_NODES").path("text").asText())
                  .contains("5461 hash slots");
              // Full coverage is required by default.
              assertThat(severities(answer, "REDIS_CLUSTER")).containsExactly("error");
            });
  }

  /** TaskManagers read the configuration file when they start. */
  private static void startTaskManagerWithTwoTaskSlots() throws IOException {
    Path file = cluster.runFolder().resolve("flink/config.yaml");
    String text = Files.readString(file);
    String one = "taskmanager.numberOfTaskSlots: '1'";
    assertThat(text).contains(one);
    Files.writeString(file, text.replace(one, one.replace('1', '2')));
    cluster.flink().startTaskManager(NODES + 1);
  }

  private static void acl(String rules) {
    StoreUser.set(CLIENT, cluster.redis(), rules);
  }

  private static void on(RedisServer server, Consumer<RedisCommands<String, String>> commands) {
    try (StatefulRedisConnection<String, String> connection = CLIENT.connect(server.uri())) {
      commands.accept(connection.sync());
    }
  }

  private static Path config(String password) throws IOException {
    return config(password, "flink: {url: '%s'}".formatted(cluster.flink().restUrl()));
  }

  private static Path config(String password, String flink) throws IOException {
    return config(password, flink, "stateFile: state.json\nplans: {file: plans.json}");
  }

  private static Path config(String password, String flink, String kept) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), password + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(
        folder.resolve("coordinator.yaml"),
        """
        %s
        redis: {endpoints: ['%s'], username: amoeba, passwordFile: password}
        %s
        """
            .formatted(flink, cluster.redis().server(1).address(), kept));
  }

  private JsonNode doctor(int exitCode, String password) throws IOException {
    return doctor(exitCode, config(password), password);
  }

  private JsonNode doctor(int exitCode, String password, String flink) throws IOException {
    return doctor(exitCode, config(password, flink), password);
  }

  private JsonNode doctor(int exitCode, Path config, String password) throws IOException {
    int exit = run("doctor", "--config", config.toString(), "--json");
    assertThat(exit).as(out::toString).isEqualTo(exitCode);
    assertThat(out.toString()).doesNotContain(password);
    return json();
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toString());
  }

  private int run(String... arguments) {
    out = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
    return line.execute(arguments);
  }

  /** The first finding of a check; the worst one is among them. */
  private static JsonNode finding(JsonNode answer, String code) {
    for (JsonNode finding : answer.path("findings")) {
      if (finding.path("code").asText().equals(code)) {
        return finding;
      }
    }
    throw new AssertionError("nothing is said of " + code + " in " + answer);
  }

  private static List<String> severities(JsonNode answer, String... codes) {
    return List.of(codes).stream()
        .map(code -> finding(answer, code).path("severity").asText())
        .toList();
  }

  private static List<String> severitiesOf(JsonNode answer, String code) {
    List<String> severities = new ArrayList<>();
    for (JsonNode finding : answer.path("findings")) {
      if (finding.path("code").asText().equals(code)) {
        severities.add(finding.path("severity").asText());
      }
    }
    return severities;
  }
}
