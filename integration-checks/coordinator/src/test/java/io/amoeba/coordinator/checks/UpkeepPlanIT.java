package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.LeadershipRound;
import io.amoeba.coordinator.changes.leadership.UpkeepRounds;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rounds that are planned for real servers, which then save at their triggers, as foreseen. */
@Tag("long")
class UpkeepPlanIT {

  private static final int PRIMARIES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String TRIGGER = "120 1";

  /** Half of the time between two saves is more than the rest between two promotions. */
  private static final String CONFIG =
      """
      flink: {url: 'http://127.0.0.1:1'}
      redis: {endpoints: ['127.0.0.1:7000']}
      plans:
        file: plans.json
        upkeep: {kinds: [save], ways: [away], startAtShare: 0.5, jitterShare: 0, postponeUntil: 1s}
      """;

  private static final PlanRules RULES =
      ConfigReader.parse(CONFIG, "test", Path.of("")).plans().rules();

  @Test
  void aSaveThatIsDueIsARoundBeforeItsTrigger() {
    RedisSettings settings = RedisSettings.defaults().with("save", TRIGGER).withReplicas(1);
    RedisClient client = RedisClient.create();
    try (EmbeddedCluster cluster =
            EmbeddedCluster.builder().nodes(PRIMARIES).redis(settings).start();
        RedisConnections connections =
            RealStore.connections(cluster.redis().server(1), Duration.ofSeconds(2))) {
      SnapshotCollector collector =
          new SnapshotCollector(
              new NoStream(),
              new RedisClusterMonitor(
                  connections, new StoreQuestions(false, false, false, false, true)),
              new NodeTable(List.of(), host -> Set.of(host)),
              Clock.systemUTC());
      List<RedisCommands<String, String>> primaries = new ArrayList<>();
      List<String> keys = new ArrayList<>();
      for (int node = 1; node <= PRIMARIES; node++) {
        RedisServer server = cluster.redis().server(node);
        primaries.add(client.connect(server.uri()).sync());
        keys.add(keyOf(Set.copyOf(cluster.redis().hashSlotsOf(server))));
      }

      List<LeadershipRound> rounds =
          await()
              .atMost(PATIENCE)
              .pollInterval(Duration.ofSeconds(1))
              .until(
                  () -> {
                    for (int i = 0; i < PRIMARIES; i++) {
                      primaries.get(i).set(keys.get(i), Instant.now().toString());
                    }
                    return rounds(collector);
                  },
                  found -> found.size() == PRIMARIES);

      assertThat(rounds)
          .allSatisfy(
              round -> {
                assertThat(round.work()).isEqualTo(UpkeepKind.SAVE);
                assertThat(round.way()).isEqualTo(LeadWay.AWAY);
                assertThat(round.preferred()).isEqualTo(round.primary());
                assertThat(round.reason()).contains("away");
                int node = node(round.primary().address().host());
                assertThat(round.candidate().orElseThrow().address().host())
                    .as("its own replica")
                    .isEqualTo(replicaOf(cluster, node).host());
              });
      List<Instant> lastSaves =
          primaries.stream().map(primary -> primary.lastsave().toInstant()).toList();
      assertThat(rounds).allMatch(round -> round.forecast().due().isAfter(Instant.now()));
      for (LeadershipRound round : rounds) {
        int node = node(round.primary().address().host());
        Instant last = lastSaves.get(node - 1);
        Instant due = round.forecast().due();
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(100))
            .until(() -> primaries.get(node - 1).lastsave().toInstant().isAfter(last));

        assertThat(primaries.get(node - 1).lastsave().toInstant())
            .as("the save at its own trigger")
            .isBetween(due.minusSeconds(3), due.plusSeconds(5));
      }
    } finally {
      client.shutdown();
    }
  }

  private static String keyOf(Set<Integer> hashSlots) {
    int i = 0;
    while (!hashSlots.contains(SlotHash.getSlot("key-" + i))) {
      i++;
    }
    return "key-" + i;
  }

  private static RedisServer replicaOf(EmbeddedCluster cluster, int node) {
    return cluster.redis().replicasOf(cluster.redis().server(node)).get(0);
  }

  private static int node(String host) {
    for (int node = 1; node <= PRIMARIES; node++) {
      if (EmbeddedCluster.nodeHost(node).equals(host)) {
        return node;
      }
    }
    throw new AssertionError(host + " is no host of a primary");
  }

  /** Only Redis is there. */
  private static final class NoStream implements StreamMonitor {

    @Override
    public StreamView read() {
      return new StreamView.Unreachable("there is no job");
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** Flink does not answer here, which prevents nothing that concerns Redis alone. */
  private static List<LeadershipRound> rounds(SnapshotCollector collector) {
    ClusterSnapshot snapshot = collector.collect(List.of(), Map.of());
    List<Symptom> symptoms =
        Analyzer.analyze(snapshot).stream()
            .filter(symptom -> !symptom.is(SymptomCode.FLINK_UNREACHABLE))
            .toList();
    Planned planned =
        new UpkeepRounds()
            .plan(new PlanningInput(snapshot, symptoms, Map.of(), RULES, PlanBook.EMPTY));
    assertThat(planned.skipped().stream().map(Problem::code).collect(Collectors.toSet()))
        .isSubsetOf("UPKEEP_POSTPONED");
    return planned
        .plan()
        .flatMap(plan -> plan.action().as(KeepUpServers.class))
        .map(KeepUpServers::rounds)
        .orElse(List.of());
  }
}
