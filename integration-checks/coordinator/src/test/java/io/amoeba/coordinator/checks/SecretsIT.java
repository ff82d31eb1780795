package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.tls.ClientStores;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.tls.KeyTool;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator with a password for Redis, a header for Flink, a token and stores of its own moves
 * hash slots, loses access to both systems, and is asked for all that it knows.
 */
class SecretsIT {

  /** With a third primary, Redis 7.0.13 to 7.2.3 can move hash slots safely. */
  private static final int NODES = 3;

  private static final int KEYS = 400;
  private static final int MOVED = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String PASSWORD = "hidden-password-of-redis";
  private static final String HEADER = "hidden-header-of-flink";
  private static final String TOKEN = "hidden-token-of-an-operator";
  private static final String WRONG_TOKEN = "hidden-token-of-a-stranger";
  private static final String KEYSTORE = "hidden-password-of-keystore";
  private static final String TRUSTSTORE = "hidden-password-of-truststore";
  private static final String VARIABLE = "AMOEBA_TEST_TRUSTSTORE_PASSWORD";
  private static final List<String> SECRETS =
      List.of(PASSWORD, HEADER, TOKEN, WRONG_TOKEN, KEYSTORE, TRUSTSTORE);

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private String address = "";
  private HttpClient http = HttpClient.newHttpClient();

  @Test
  void noSecretIsInLogsPlansAnswersOrFiles() throws Exception {
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("password"), PASSWORD);
    Files.writeString(secrets.resolve("header"), HEADER);
    Files.writeString(secrets.resolve("token"), TOKEN);
    makeStores(secrets);
    Path own = Files.createDirectory(folder.resolve("own"));
    RedisClient client = RedisClient.create();
    try (EmbeddedCluster cluster = start()) {
      int port = cluster.ports().next("127.0.0.1");
      StoreUser.set(client, cluster.redis(), "on >" + PASSWORD + " ~* +@all");
      JobJar.submitKeyed(cluster, folder, NODES);
      misplace(cluster);
      try (CoordinatorProcess coordinator =
          CoordinatorProcess.start(
              own, config(cluster, port), port, Map.of(VARIABLE, TRUSTSTORE))) {
        assertThat(coordinator.process().isAlive()).isTrue();
        address = "https://127.0.0.1:" + port + "/";
        String plan = awaitPlan();
        ask("POST", "api/v1/plans/" + plan + "/approve", TOKEN, 200);
        await().atMost(PATIENCE).until(() -> plan(plan).at("/status/done").asInt() >= 2);
        askForEverything(plan);

        StoreUser.set(client, cluster.redis(), "resetpass >another");
        cluster.redis().servers().forEach(server -> endConnections(client, server));
        cluster.flink().jobManager().kill();
        await()
            .atMost(PATIENCE)
            .until(() -> symptoms().containsAll(List.of("REDIS_UNREACHABLE", "FLINK_UNREACHABLE")));
        askForEverything(plan);
        ask("GET", "api/v1/state", WRONG_TOKEN, 401);
      }
    } finally {
      client.shutdown();
    }

    said.addAll(contents(own));
    assertThat(said).hasSizeGreaterThan(20).allSatisfy(SecretsIT::hasNoSecret);
  }

  /** Of the coordinator, and of callers with a certificate. */
  private void makeStores(Path secrets) throws Exception {
    Path server = KeyTool.generate(secrets, KEYSTORE, "server.p12", "server");
    Path caller = KeyTool.generate(secrets, TRUSTSTORE, "caller.p12", "caller");
    Path keystore = Files.writeString(secrets.resolve("keystore"), KEYSTORE);
    ClientTls tls =
        new ClientTls(
            Optional.of(new StoreFile(server, new Secret.InFile(keystore))),
            Optional.of(new StoreFile(caller, new Secret.InVariable(VARIABLE, TRUSTSTORE))));
    http = HttpClient.newBuilder().sslContext(ClientStores.of(tls).context()).build();
  }

  private static EmbeddedCluster start() {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(RedisSettings.defaults())
        .flink(FlinkSettings.of(FlinkVersion.V2_3))
        .start();
  }

  /**
   * Moves hash slots, so that either these or all others are not where their subtask is. There are
   * keys in both.
   */
  private static void misplace(EmbeddedCluster cluster) {
    RedisServer from = cluster.redis().server(1);
    RedisServer to = cluster.redis().server(2);
    List<Integer> used = List.copyOf(cluster.redis().hashSlotsOf(from).subList(0, 2 * MOVED));
    cluster.redis().moveHashSlots(used.subList(0, MOVED), from, to);
    RedisClusterClient client = RedisClusterClient.create(from.uri());
    try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
      for (int key = 0, written = 0; written < KEYS; key++) {
        String name = "place" + key;
        if (used.contains(HashSlot.of(name))) {
          connection.sync().set(name, "value");
          written++;
        }
      }
    } finally {
      client.shutdown();
    }
  }

  private static void endConnections(RedisClient client, RedisServer server) {
    try (StatefulRedisConnection<String, String> connection = client.connect(server.uri())) {
      connection.sync().clientKill(KillArgs.Builder.typeNormal());
    }
  }

  private static String config(EmbeddedCluster cluster, int port) {
    return """
        interval: 200ms
        flink:
          url: '%s'
          storeFollows: Statistics
          headers: [{name: X-Access, valueFile: ../secrets/header}]
        redis:
          endpoints: ['%s']
          username: amoeba
          passwordFile: ../secrets/password
        http:
          port: %d
          tokenFile: ../secrets/token
          tls:
            keystore: ../secrets/server.p12
            passwordFile: ../secrets/keystore
            truststore: ../secrets/caller.p12
            truststorePasswordEnv: %s
        stateFile: state.json
        plans:
          file: plans.json
          moves: {keysPerMigrate: 20, maxKeysPerSecond: 50}
        """
        .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address(), port, VARIABLE);
  }

  private String awaitPlan() {
    return await()
        .atMost(PATIENCE)
        .until(() -> json("api/v1/status").at("/plan/id").asText(), id -> !id.isEmpty());
  }

  private JsonNode plan(String id) throws Exception {
    return json("api/v1/plans/" + id);
  }

  private List<String> symptoms() throws Exception {
    return json("api/v1/state").path("symptoms").findValuesAsText("code");
  }

  private JsonNode json(String path) throws Exception {
    return JSON.readTree(ask("GET", path, TOKEN, 200));
  }

  /** Whatever the API's description says can be read, the page and the metrics. */
  private void askForEverything(String plan) throws Exception {
    String description = ask("GET", "api/v1/openapi.yaml", TOKEN, 200);
    Matcher reads = Pattern.compile("(?m)^ {2}/(\\S+):\\n {4}get:").matcher(description);
    int found = 0;
    while (reads.find()) {
      ask("GET", reads.group(1).replace("{id}", plan), TOKEN, 200);
      found++;
    }
    assertThat(found).isGreaterThan(8);
    ask("GET", "metrics", TOKEN, 200);
    ask("GET", "", TOKEN, 200);
  }

  private String ask(String method, String path, String token, int status) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .method(method, HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(status);
    said.add(answer.headers() + "\n" + answer.body());
    return answer.body();
  }

  private static List<String> contents(Path folder) throws IOException {
    List<String> contents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.add(file + ":\n" + Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(contents)
        .as("log and plans")
        .anySatisfy(text -> assertThat(text).contains("coordinator.log:", "plan-1 executing"))
        .anySatisfy(text -> assertThat(text).contains("plans.json:", "move_hash_slots"));
    return contents;
  }

  private static void hasNoSecret(String text) {
    assertThat(text).doesNotContain(SECRETS);
  }
}
