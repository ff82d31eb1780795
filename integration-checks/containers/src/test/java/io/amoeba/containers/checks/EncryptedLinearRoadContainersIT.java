package io.amoeba.containers.checks;

import static io.amoeba.containers.checks.LinearRoadContainersIT.requireRight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.experiments.alignment.LinearRoadDriver;
import io.amoeba.experiments.alignment.LinearRoadStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With TLS, callers' certificates, users and tokens: the store is on nodes of its own, migrates to
 * those of the job and grows with it, each time when a person has approved, and every answer is
 * right.
 */
class EncryptedLinearRoadContainersIT {
  private static final String PROJECT = "amoeba-check-encrypted";
  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration END = Duration.ofMinutes(6);
  private static final String REDIS_CLUSTER = "redis-cluster";
  private static final int NODES = 3;
  private static final int ADDED = 4;
  private static final int REDIS_PORT = 6379;
  private static final int FIRST_OF_STORE = 5;
  private static final int LAST = FIRST_OF_STORE + NODES - 1;
  private static final String REDIS_CLI_OPTIONS = "--tls --cacert /keys/trusted.pem";

  @TempDir private Path folder = Path.of("");

  private static List<String> nodes(String prefix, int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(node -> prefix + node).toList();
  }

  private static List<String> servicesOfNode(int node) {
    return List.of("node-" + node, "redis-" + node, "taskmanager-" + node);
  }

  private Stack start(ServerKeys keys) throws Exception {
    Map<String, String> variables = new HashMap<>(Containers.images().variables());
    variables.putAll(LinearRoadStack.QUICK_START);
    String trust =
        "-Djavax.net.ssl.trustStore=/keys/trusted.p12 -Djavax.net.ssl.trustStorePassword=%s -Djavax.net.ssl.keyStore=/keys/caller.p12 -Djavax.net.ssl.keyStorePassword=%1$s"
            .formatted(ServerKeys.PASSWORD);
    variables.merge("AMOEBA_OPTIONS", trust, (quick, more) -> quick + " " + more);
    variables.put("AMOEBA_PORT", "0");
    variables.put("FLINK_PORT", "0");
    variables.put("NODES", Integer.toString(NODES));
    variables.put("FIRST_NODE", Integer.toString(FIRST_OF_STORE));
    variables.put("EMPTY_NODES", "1 2 3");
    variables.put("REDIS_CLI_OPTIONS", REDIS_CLI_OPTIONS);
    variables.put("KEYS", folder.toString());
    variables.put("COORDINATOR_CONFIG", keys.file("coordinator.yaml").toString());
    variables.put("FLINK_MORE", ServerKeys.resource("flink.properties"));
    List<String> services = new ArrayList<>(List.of("kafka", "jobmanager", "coordinator"));
    services.add(REDIS_CLUSTER);
    IntStream.rangeClosed(1, NODES).forEach(node -> services.addAll(servicesOfNode(node)));
    services.addAll(nodes("node-", FIRST_OF_STORE, LAST));
    services.addAll(nodes("redis-", FIRST_OF_STORE, LAST));
    return Stack.start(
        Containers.engine(),
        new StackSettings(
            Containers.images().dockerFolder().resolve("compose.yaml"),
            List.of(keys.file("changes.yaml")),
            PROJECT,
            services,
            variables,
            Map.of()));
  }

  private static LinearRoadDriver linearRoad(Stack stack, String duration) {
    return new LinearRoadDriver(
        stack.run(
            "linear-road",
            List.of(
                "linear-road",
                "--flink=https://jobmanager:8081",
                "--kafka=kafka:9092",
                "--redis=rediss://job:%s@node-5:6379?verifyPeer=CA".formatted(ServerKeys.PASSWORD),
                "--coordinator=https://coordinator:7070",
                "--coordinator-token-file=/keys/operator.token",
                "--shared-folder=/runs",
                "--empty-redis",
                "--nodes=" + NODES,
                "--json=" + LinearRoadDriver.JSON_FILE,
                "--report=" + LinearRoadDriver.REPORT_FILE,
                duration,
                // Moves of hash slots wait for CPUs otherwise.
                "--speed=5",
                "--vehicles=1000",
                "--align-after=never",
                "--redis-batch=64",
                "--seed=12")));
  }

  /** A node with a TaskManager and an empty member of the Redis Cluster; the job uses it. */
  private static void addNode(Stack stack, Person flink) {
    stack.startMore(servicesOfNode(ADDED));
    await()
        .atMost(START)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> servicesOfNode(ADDED).stream().skip(1).map(stack::container).toList(),
            servers -> servers.stream().allMatch(server -> server.health().equals("healthy")));
    Container added = stack.container("redis-" + ADDED);
    added.exec(
        "sh",
        "-c",
        "redis-cli %s cluster meet $(getent hosts node-5 | awk '{print $1; exit}') 6379"
            .formatted(REDIS_CLI_OPTIONS));
    String job = flink.get("/jobs/overview").at("/jobs/0/jid").asText();
    ObjectNode wanted = JsonNodeFactory.instance.objectNode();
    for (JsonNode vertex : flink.get("/jobs/" + job).path("vertices")) {
      // The topic has no partition for one source more.
      int most = vertex.path("name").asText().startsWith("Source") ? NODES : ADDED;
      ObjectNode bounds = wanted.putObject(vertex.path("id").asText()).putObject("parallelism");
      bounds.put("lowerBound", 1).put("upperBound", most);
    }
    flink.puts("/jobs/" + job + "/resource-requirements", wanted.toString());
  }

  /** The state is that of the last look, which may be older than the end of a plan. */
  private static void awaitAligned(Person person, int nodes) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              JsonNode operators = person.get("/api/v1/state").path("operators");
              assertThat(operators).isNotEmpty();
              for (JsonNode operator : operators) {
                String name = operator.path("name").asText();
                assertThat(operator.path("alignedShare").asDouble()).as(name).isEqualTo(1.0);
                assertThat(operator.path("parallelism").asInt()).as(name).isEqualTo(nodes);
              }
            });
  }

  /** What happens while the job runs. */
  private interface Story {
    void happen(Stack stack, Person person, Person flink);
  }

  private void check(String duration, Story story) throws Exception {
    List<String> hosts =
        Stream.concat(nodes("node-", 1, LAST).stream(), Stream.of("jobmanager", "coordinator"))
            .toList();
    ServerKeys keys = ServerKeys.write(folder, hosts);
    try (Stack stack = start(keys)) {
      try {
        stack.awaitHealthy(List.of(REDIS_CLUSTER), START, System.out::println);
        check(stack, keys, duration, story);
      } finally {
        stack.saveLogs(Containers.logs().resolve("encrypted"));
      }
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }

  private static void check(Stack stack, ServerKeys keys, String duration, Story story)
      throws Exception {
    String coordinator = "https://" + stack.publishedAddress("coordinator", 7070);
    Person person = Person.of(coordinator, keys.callersContext(), keys.operatorToken());
    checkCertificates(coordinator, keys);
    Person flink =
        Person.of(
            "https://" + stack.publishedAddress("jobmanager", 8081), keys.callersContext(), "");
    try (LinearRoadDriver driver = linearRoad(stack, duration)) {
      driver.awaitLine("waiting", START, System.out::println);
      person.wantsProposals();
      story.happen(stack, person, flink);
      driver.awaitEnd(END, System.out::println, () -> {});
      requireRight(driver.figures(), driver);
    }
  }

  /** Commands show theirs; a caller without one gets no answer, even with the token. */
  private static void checkCertificates(String coordinator, ServerKeys keys) throws IOException {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int exitCode =
        AmoebaCommand.commandLine()
            .setOut(out)
            .setErr(out)
            .execute(
                "status",
                "--url=" + coordinator,
                "--ca=" + keys.file("trusted.pem"),
                "--keystore=" + keys.file("caller.p12"),
                "--keystore-password-file=" + keys.file("password"),
                "--token-file=" + keys.file("operator.token"));
    assertThat(exitCode).as(said.toString()).isZero();
    Person stranger = Person.of(coordinator, keys.strangersContext(), keys.operatorToken());
    assertThatThrownBy(() -> stranger.get("/api/v1/status"))
        .isInstanceOf(UncheckedIOException.class);
  }

  private static void approveNext(Person person, String action) {
    JsonNode plan = person.approvesNext();
    assertThat(plan.path("action").asText()).isEqualTo(action);
    assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
  }

  private static void migrate(Person person) {
    approveNext(person, "migrate_primaries");
    approveNext(person, "align_routing");
    awaitAligned(person, NODES);
  }

  /**
   * The job and its store reach each other all the time. What was being said to a Redis node when
   * the link was cut may end the plan, which then says so and can be made again.
   */
  private static void migrateCutOffFromRedis(Stack stack, Person person) {
    JsonNode plan = person.approves();
    assertThat(plan.path("action").asText()).isEqualTo("migrate_primaries");
    person.awaits(() -> person.sees(plan).path("progress").asText().contains("REPLICATING"));
    Container coordinator = stack.container("coordinator");
    try (NetworkFault cut =
        NetworkFault.cutPort(Containers.engine(), stack, coordinator, REDIS_PORT)) {
      assertThat(cut).isNotNull();
      person.awaits(() -> symptoms(person).contains("REDIS_UNREACHABLE"));
      assertThat(person.sees(plan).path("state").asText()).isIn("executing", "failed");
    }
    JsonNode ended = person.awaitsEnd(plan);
    if (ended.path("state").asText().equals("failed")) {
      assertThat(ended.path("events").toString()).contains("answer");
      person.wantsAnotherPlan();
      approveNext(person, "migrate_primaries");
    } else {
      assertThat(ended.at("/status/done").asInt()).isEqualTo(NODES);
    }
    person.awaits(
        () ->
            symptoms(person).stream()
                .noneMatch(
                    Set.of("MIGRATION_HALF_DONE", "REPLACEMENT_LEFT_ALONE", "SERVER_UNREACHABLE")
                        ::contains));
  }

  private static List<String> symptoms(Person person) {
    return person.get("/api/v1/state").path("symptoms").findValuesAsText("code");
  }

  @Test
  void theStoreMigratesToTheNodesOfTheJobThoughTheCoordinatorIsCutOffFromItMeanwhile()
      throws Exception {
    // A plan does not continue without its job, and beside other tests it takes more than 80 s.
    check(
        "--duration=180s",
        (stack, person, flink) -> {
          migrateCutOffFromRedis(stack, person);
          approveNext(person, "align_routing");
          awaitAligned(person, NODES);
        });
  }

  @Test
  @Tag("long")
  void theStoreGrowsToANodeThatTheJobGets() throws Exception {
    check(
        "--duration=280s",
        (stack, person, flink) -> {
          migrate(person);
          addNode(stack, flink);
          approveNext(person, "grow_store");
          approveNext(person, "align_routing");
          awaitAligned(person, ADDED);
        });
  }
}
