package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.tls.ClientStores;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.tls.KeyTool;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator that speaks TLS with Flink and Redis, in front of which something ends it with a
 * certificate of its own: Flink's is in the coordinator's store itself, Redis' is vouched for.
 */
class ExpiredCertificatesIT {

  private static final int NODES = 2;
  private static final int MISPLACED = 64;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String PASSWORD = "changeit";
  private static final String[] EXPIRED = {"-startdate", "-10d", "-validity", "5"};

  @TempDir Path folder;

  @Test
  void serversWithAnExpiredCertificateAreNamedAndNothingIsPlannedUntilItIsRenewed()
      throws Exception {
    Files.writeString(folder.resolve("password"), PASSWORD);
    makeAuthority();
    try (EmbeddedCluster cluster = start()) {
      JobJar.submitKeyed(cluster, folder, NODES);
      misplace(cluster);

      String flink = flinkKeys("flink-expired", EXPIRED);
      String redis = redisKeys("redis-expired", EXPIRED);
      try (Seen seen = look(cluster, flink, redis)) {
        // On a busy machine a look may end at the time limit instead.
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  assertThat(seen.symptom("FLINK_UNREACHABLE"))
                      .startsWith("no answer: ")
                      .contains("the certificate of CN=flink has expired", dates(flink));
                  assertThat(seen.symptom("REDIS_UNREACHABLE"))
                      .startsWith("no answer: ")
                      .contains("the certificate of CN=redis has expired", dates(redis));
                });
        seen.api().awaitLooks(3, PATIENCE);
        assertThat(seen.api().get("api/v1/plans").path("plans")).isEmpty();
      }
      try (Seen seen = look(cluster, flinkKeys("flink-valid"), redisKeys("redis-valid"))) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  assertThat(seen.api().get("api/v1/plans").path("plans")).isNotEmpty();
                  assertThat(seen.api().symptoms())
                      .doesNotContain("FLINK_UNREACHABLE", "REDIS_UNREACHABLE");
                });
      }
    }
  }

  /** A coordinator behind two cables. */
  private record Seen(CoordinatorService service, Cable flink, Cable redis)
      implements AutoCloseable {

    CoordinatorApi api() {
      return new CoordinatorApi(service.address());
    }

    String symptom(String code) {
      for (JsonNode symptom : api().get("api/v1/state").path("symptoms")) {
        if (symptom.path("code").asText().equals(code)) {
          return symptom.path("text").asText();
        }
      }
      return "";
    }

    @Override
    public void close() {
      service.close();
      flink.close();
      redis.close();
    }
  }

  private Seen look(EmbeddedCluster cluster, String flinkKeys, String redisKeys) throws Exception {
    Cable flink = Cable.to(cluster.flink().restUrl(), speaking(flinkKeys));
    URI server = URI.create("redis://" + cluster.redis().server(1).address());
    Cable redis = Cable.to(server, speaking(redisKeys));
    String config =
        """
        mode: propose
        interval: 200ms
        flink:
          url: 'https://127.0.0.1:%d'
          storeFollows: Statistics
          tls: {truststore: %s, truststorePasswordFile: password}
        redis:
          endpoints: ['127.0.0.1:%d']
          tls: {truststore: authority.p12, truststorePasswordFile: password}
        http: {port: 0}
        plans: {file: plans.json}
        """
            .formatted(flink.port(), flinkKeys, redis.port());
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    return new Seen(service, flink, redis);
  }

  private StoreFile store(String file) {
    return new StoreFile(folder.resolve(file), new Secret.InFile(folder.resolve("password")));
  }

  private ServerSocketFactory speaking(String keys) {
    return ClientStores.of(new ClientTls(Optional.empty(), Optional.of(store(keys))))
        .context()
        .getServerSocketFactory();
  }

  private String dates(String keys) throws Exception {
    X509Certificate certificate =
        (X509Certificate) store(keys).load().getCertificate(KeyTool.ALIAS);
    return "renew it: %s to %s"
        .formatted(certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
  }

  private String flinkKeys(String name, String... dates) throws Exception {
    KeyTool.generate(folder, PASSWORD, name + ".p12", "flink", dates);
    return name + ".p12";
  }

  private void makeAuthority() throws Exception {
    tool("-genkeypair -alias ca -keyalg EC -dname CN=authority -ext bc:c -keystore ca.p12");
    tool("-exportcert -alias ca -keystore ca.p12 -file ca.crt");
    tool("-importcert -noprompt -alias ca -file ca.crt -keystore authority.p12");
  }

  /** Signed by the authority, whose own key is not left there. */
  private String redisKeys(String name, String... dates) throws Exception {
    String file = name + ".p12";
    Files.copy(folder.resolve("ca.p12"), folder.resolve(file));
    List<String> words = new ArrayList<>(List.of("-signer", "ca"));
    words.addAll(List.of(dates));
    KeyTool.generate(folder, PASSWORD, file, "redis", words.toArray(String[]::new));
    tool("-delete -alias ca -keystore " + file);
    return file;
  }

  private void tool(String words) throws Exception {
    KeyTool.run(folder, PASSWORD, words.split(" "));
  }

  private static EmbeddedCluster start() {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(RedisSettings.defaults())
        .flink(FlinkSettings.of(FlinkVersion.V2_3))
        .start();
  }

  /** So that either these hash slots or all others are not where their subtask is. */
  private static void misplace(EmbeddedCluster cluster) {
    RedisServer from = cluster.redis().server(1);
    List<Integer> moved = List.copyOf(cluster.redis().hashSlotsOf(from).subList(0, MISPLACED));
    cluster.redis().moveHashSlots(moved, from, cluster.redis().server(2));
  }
}
