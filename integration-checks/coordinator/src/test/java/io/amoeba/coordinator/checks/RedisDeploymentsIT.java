package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Diagnosis;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.network.PortForwarder;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.ServerProgram;
import io.amoeba.embedded.redis.TranslatedCluster;
import io.amoeba.embedded.redis.TranslatedServer;
import io.amoeba.embedded.redis.TranslatedSettings;
import io.amoeba.embedded.tls.ServerCertificate;
import io.lettuce.core.cluster.SlotHash;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The coordinator and its doctor with real servers behind translated addresses and names, at IPv6
 * addresses, with several replicas for a shard, and with commands that a provider withholds.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class RedisDeploymentsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final StoreQuestions ALL = new StoreQuestions(true, false, true, false, true);
  private static final String[] NAMES = {
    "cluster-announce-hostname localhost", "cluster-preferred-endpoint-type hostname"
  };

  @TempDir private Path folder = Path.of("");
  private Path program;

  @BeforeEach
  void findProgram() {
    Optional<Path> found = ServerProgram.INSTALLED.find(folder);
    Assumptions.assumeTrue(found.isPresent(), "announced names need Redis 7.0, none is installed");
    program = found.get();
  }

  @Test
  void serversBehindTranslatedAddressesAreSeenAndChangedByTheAddressesThatTheyAnnounce() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 1))) {
      List<Primary> primaries = primaries(store);

      assertThat(primaries)
          .extracting(primary -> primary.address().toString())
          .containsExactlyInAnyOrderElementsOf(announced(store, 1, 2, 3));
      assertThat(primaries)
          .allSatisfy(
              primary ->
                  assertThat(primary.replicas().all())
                      .singleElement()
                      .satisfies(replica -> assertThat(replica.lagBytes()).isPresent()));
      assertThat(look(store, ClusterView::silences)).isEmpty();
      int hashSlot = store.hashSlotsOf(1).get(0);
      String key = keyOf(hashSlot);
      assertThat(store.<String>on(1, redis -> redis.set(key, "moved"))).isEqualTo("OK");

      Report report = move(store, hashSlot, 1, 2);

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
      assertThat(store.<String>on(2, redis -> redis.get(key))).isEqualTo("moved");
      Diagnosis diagnosis = doctor(store);
      assertThat(severities(diagnosis, "REDIS_REACHABLE", "REDIS_ADDRESSES", "REDIS_AGREEMENT"))
          .containsOnly(Severity.OK);
      assertThat(diagnosis.count(Severity.ERROR)).isZero();
    }
  }

  @Test
  void addressesThatLeadNowhereAreNamedWithWhatToAnnounce() {
    TranslatedSettings hidden = TranslatedSettings.of(program, 3, 0).withoutClientsByAddress();
    try (TranslatedCluster store = start(hidden)) {
      assertThat(primaries(store)).hasSize(3);

      Finding lost =
          only(doctor(store), "REDIS_REACHABLE", finding -> finding.severity() == Severity.ERROR);

      assertThat(lost.subjects()).containsExactlyInAnyOrderElementsOf(announced(store, 1, 2, 3));
      assertThat(lost.remedy()).contains("cluster-announce-ip", "cluster-announce-hostname");
    }
  }

  @Test
  void serversThatOnlyTheirNamesLeadToAreAskedAndChangedByThem() {
    TranslatedSettings named =
        TranslatedSettings.of(program, 3, 1)
            .withoutClientsByAddress()
            .withPortsKept() // the name leads past the translation
            .with(NAMES);
    try (TranslatedCluster store = start(named)) {
      assertThat(primaries(store))
          .hasSize(3)
          .allSatisfy(
              primary ->
                  assertThat(primary.replicas().all())
                      .singleElement()
                      .satisfies(replica -> assertThat(replica.lagBytes()).isPresent()));
      assertThat(look(store, ClusterView::silences)).isEmpty();
      int hashSlot = store.hashSlotsOf(1).get(0); // without keys, which servers send by addresses

      Report report = move(store, hashSlot, 1, 2);

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
      assertThat(store.hashSlotsOf(2)).contains(hashSlot);
      Diagnosis diagnosis = doctor(store);
      assertThat(severities(diagnosis, "REDIS_REACHABLE", "REDIS_ADDRESSES", "REDIS_HOST_NAMES"))
          .containsOnly(Severity.OK);

      store
          .servers()
          .forEach(
              server ->
                  assertThat(
                          store.<String>on(
                              server.node(),
                              redis -> redis.configSet("cluster-preferred-endpoint-type", "ip")))
                      .isEqualTo("OK"));

      Finding sent = only(doctor(store), "REDIS_ADDRESSES", finding -> true);
      assertThat(sent.severity()).isEqualTo(Severity.WARNING);
      assertThat(sent.subjects()).hasSize(6);
      assertThat(sent.text()).contains("by its name localhost");
      assertThat(sent.remedy()).contains("cluster-preferred-endpoint-type hostname");
    }
  }

  /** Addresses lead to the servers, but clients find no address in the certificate. */
  @Test
  void serversWhoseCertificateHoldsTheirNameAloneAreConnectedToByIt() throws Exception {
    ServerCertificate certificate = ServerCertificate.of("localhost", folder);
    TranslatedSettings encrypted =
        TranslatedSettings.of(program, 3, 1).withTls(certificate.pem()).withPortsKept().with(NAMES);
    try (TranslatedCluster store = start(encrypted)) {
      int port = store.server(1).boundPort();
      CoordinatorConfig config =
          ConfigReader.parse(
              """
              redis:
                endpoints: ['localhost:%d']
                tls: {truststore: %s, truststorePasswordFile: %s}
              plans: {file: plans.json}
              """
                  .formatted(port, certificate.truststore(), certificate.passwordFile()),
              "test",
              folder.resolve("unused"));

      Diagnosis diagnosis = CheckUp.of(config, TaskManagerHosts.UNTOLD);
      try (RedisConnections connections = new RedisConnections(config.redis(), Leadership.ALONE)) {
        assertThat(primaries(new RedisClusterMonitor(connections, ALL)))
            .hasSize(3)
            .allSatisfy(
                primary ->
                    assertThat(primary.replicas().all())
                        .singleElement()
                        .satisfies(replica -> assertThat(replica.lagBytes()).isPresent()));
        assertThat(new RedisClusterAdmin(connections).look(Set.of()).silences()).isEmpty();
      }

      assertThat(severities(diagnosis, "REDIS_REACHABLE", "REDIS_ADDRESSES", "REDIS_HOST_NAMES"))
          .containsOnly(Severity.OK);
      assertThat(diagnosis.count(Severity.ERROR)).isZero();
    }
  }

  @Test
  void aServerThatIsGoneIsNotTakenForTheOneToWhichItsNameLeads() {
    TranslatedSettings named =
        TranslatedSettings.of(program, 3, 0).withoutClientsByAddress().withPortsKept().with(NAMES);
    try (TranslatedCluster store = start(named)) {
      TranslatedServer gone = store.server(2);
      gone.process().kill();
      InetSocketAddress place = new InetSocketAddress(gone.boundHost(), gone.boundPort());
      TranslatedServer other = store.server(3);
      try (PortForwarder unused =
          PortForwarder.open(
              place, new InetSocketAddress(other.boundHost(), other.boundPort()), from -> true)) {
        ClusterView seen = look(store, view -> view);

        assertThat(seen.silent().keySet())
            .extracting(ServerAddress::toString)
            .containsExactly(gone.address());
        assertThat(seen.servers())
            .extracting(server -> server.address().toString())
            .containsExactlyInAnyOrderElementsOf(announced(store, 1, 3));
      }
    }
  }

  @Test
  void withoutConfigWorkIsForecastByNothingAndDoctorSaysWhatStaysUnknown() {
    TranslatedSettings managed =
        TranslatedSettings.of(program, 3, 1)
            .with("rename-command CONFIG \"\"", "cluster-preferred-endpoint-type unknown-endpoint");
    try (TranslatedCluster store = start(managed)) {
      List<Primary> primaries = primaries(store);

      assertThat(primaries).hasSize(3);
      assertThat(primaries)
          .allSatisfy(
              primary ->
                  assertThat(primary.upkeep().orElseThrow().work().triggers().unknown())
                      .contains("CONFIG GET is refused"));
      ClusterView seen = look(store, view -> view);
      assertThat(seen.silent()).isEmpty();
      assertThat(seen.servers())
          .hasSize(6)
          .allSatisfy(server -> assertThat(server.elections().nodeTimeout()).isEmpty());
      Diagnosis diagnosis = doctor(store);
      assertThat(
              severities(
                  diagnosis, "REDIS_NODE_TIMEOUT", "REDIS_FULL_COVERAGE", "REDIS_REPLICATION"))
          .containsOnly(Severity.UNKNOWN);
      assertThat(only(diagnosis, "REDIS_PERMISSIONS", finding -> true).remedy())
          .contains("The server has no such command");
      Finding told = only(diagnosis, "REDIS_ADDRESSES", finding -> true);
      assertThat(told.severity()).isEqualTo(Severity.WARNING);
      assertThat(told.subjects()).hasSize(6);
      assertThat(told.text()).contains("unknown-endpoint");
      assertThat(diagnosis.count(Severity.ERROR)).isZero();
    }
  }

  @Test
  void withoutInfoHashSlotsAreSeenAndChangesNameTheCommandThatIsMissing() {
    TranslatedSettings managed =
        TranslatedSettings.of(program, 3, 0)
            .with("rename-command CONFIG \"\"", "rename-command INFO \"\"");
    try (TranslatedCluster store = start(managed)) {
      assertThat(primaries(store)).hasSize(3);

      assertThat(look(store, ClusterView::silences))
          .hasSize(3)
          .allSatisfy(
              silence ->
                  assertThat(silence)
                      .contains("unknown command", "let the coordinator's user run this command"));
      Diagnosis diagnosis = doctor(store);
      assertThat(severities(diagnosis, "REDIS_MEMORY", "REDIS_PERSISTENCE", "REDIS_VERSION"))
          .containsOnly(Severity.UNKNOWN);
      assertThat(severities(diagnosis, "REDIS_HASH_SLOTS", "REDIS_ADDRESSES"))
          .containsOnly(Severity.OK);
      assertThat(diagnosis.count(Severity.ERROR)).isZero();
    }
  }

  @Test
  void serversAtIpv6AddressesAreSeenAndJudged() {
    Assumptions.assumeTrue(FreePorts.isFree("::1", 0), "this machine has no IPv6 loopback address");
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 1).at("::1"))) {
      assertThat(primaries(store))
          .extracting(primary -> primary.address().toString())
          .allMatch(address -> address.startsWith("[::1]:"))
          .containsExactlyInAnyOrderElementsOf(announced(store, 1, 2, 3));

      Diagnosis diagnosis = doctor(store);

      assertThat(severities(diagnosis, "REDIS_REACHABLE", "REDIS_ADDRESSES", "REDIS_AGREEMENT"))
          .containsOnly(Severity.OK);
      assertThat(diagnosis.count(Severity.ERROR)).isZero();
      assertThat(only(diagnosis, "REDIS_MEMORY", finding -> true).subjects())
          .containsExactlyInAnyOrderElementsOf(announced(store, 1, 2, 3, 4, 5, 6));
    }
  }

  @Test
  void anyOfSeveralReplicasTakesOverAndServersThatComeBackElsewhereAreFollowed() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 2));
        RedisConnections connections = connections(store)) {
      RedisClusterMonitor monitor = new RedisClusterMonitor(connections, ALL);
      int second = 3 + 2; // the second replica of the first primary
      assertThat(primaries(monitor))
          .allSatisfy(primary -> assertThat(primary.replicas().all()).hasSize(2));

      store.failOver(second);

      String leader = store.id(second);
      await().atMost(PATIENCE).until(() -> find(monitor, leader).isPresent());
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  find(monitor, leader).orElseThrow().replicas().all().stream()
                      .map(Replica::id)
                      .toList(),
              replicas ->
                  replicas.size() == 2 && replicas.containsAll(List.of(store.id(1), store.id(4))));

      TranslatedServer moved = store.move(second, TranslatedSettings.announcedHost(15));

      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  find(monitor, leader)
                      .filter(primary -> primary.address().toString().equals(moved.address()))
                      .isPresent());
    }
  }

  private TranslatedCluster start(TranslatedSettings settings) {
    return TranslatedCluster.start(settings, folder);
  }

  private static RedisConnections connections(TranslatedCluster store) {
    return new RedisConnections(
        new RedisSettings(
            List.of(ServerAddress.parse(store.server(1).boundAddress()).orElseThrow()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(5)),
        Leadership.ALONE);
  }

  private static List<Primary> primaries(TranslatedCluster store) {
    try (RedisConnections connections = connections(store)) {
      return primaries(new RedisClusterMonitor(connections, ALL));
    }
  }

  private static List<Primary> primaries(RedisClusterMonitor monitor) {
    return monitor.read() instanceof StoreView.Found found ? found.primaries() : List.of();
  }

  private static Optional<Primary> find(RedisClusterMonitor monitor, String id) {
    return primaries(monitor).stream().filter(primary -> primary.id().equals(id)).findFirst();
  }

  private static <T> T look(TranslatedCluster store, Function<ClusterView, T> at) {
    try (RedisConnections connections = connections(store)) {
      return at.apply(new RedisClusterAdmin(connections).look(Set.of()));
    }
  }

  private Report move(TranslatedCluster store, int hashSlot, int from, int to) {
    try (RedisConnections connections = connections(store)) {
      return new SlotMigrations(
              new RedisClusterAdmin(connections),
              folder.resolve("move.json"),
              SlotMigrationLimits.DEFAULT,
              Duration.ofSeconds(30))
          .move(
              List.of(
                  new HashSlotMove(
                      store.id(from),
                      store.id(to),
                      List.of(new HashSlotSpan(hashSlot, hashSlot)),
                      MoveReason.OWNER_GIVEN)),
              new Orders());
    }
  }

  private static String keyOf(int hashSlot) {
    int i = 0;
    while (SlotHash.getSlot("key-" + i) != hashSlot) {
      i++;
    }
    return "key-" + i;
  }

  private Diagnosis doctor(TranslatedCluster store) {
    String config =
        "redis: {endpoints: ['%s']}\nplans: {file: plans.json}\n"
            .formatted(store.server(1).boundAddress());
    return CheckUp.of(
        ConfigReader.parse(config, "test", folder.resolve("unused")), TaskManagerHosts.UNTOLD);
  }

  private static List<String> announced(TranslatedCluster store, Integer... nodes) {
    return List.of(nodes).stream().map(node -> store.server(node).address()).toList();
  }

  private static Finding only(Diagnosis diagnosis, String code, Function<Finding, Boolean> which) {
    List<Finding> found =
        diagnosis.findings().stream()
            .filter(finding -> finding.code().equals(code) && which.apply(finding))
            .toList();
    assertThat(found).as("%s", diagnosis.findings()).hasSize(1);
    return found.get(0);
  }

  /** Of all findings of the checks. */
  private static List<Severity> severities(Diagnosis diagnosis, String... codes) {
    List<Severity> severities =
        diagnosis.findings().stream()
            .filter(finding -> List.of(codes).contains(finding.code()))
            .map(Finding::severity)
            .toList();
    assertThat(severities).as("%s", diagnosis.findings()).hasSizeGreaterThanOrEqualTo(codes.length);
    return severities;
  }
}
