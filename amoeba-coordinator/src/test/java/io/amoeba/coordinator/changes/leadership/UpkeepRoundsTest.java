package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpkeepRoundsTest {

  private static final Instant NOW = Shards.NOW;
  private static final int SLOTS = 16_384;

  /** Servers' clocks are an hour ahead of the coordinator's. */
  private static final Instant SERVER_NOW = NOW.plusSeconds(3_600);

  private static Triggers saves(String nodeTimeoutMillis) {
    return Triggers.of(
        Map.of(
            "save", "3600 1",
            "auto-aof-rewrite-percentage", "100",
            "auto-aof-rewrite-min-size", "1",
            "cluster-node-timeout", nodeTimeoutMillis));
  }

  private Triggers triggers = saves("15000");

  private UpkeepSettings settings =
      with(Shards.SAVES, "ways", Set.of(LeadWay.AWAY), "jitterShare", 0.0);
  private final List<Symptom> symptoms = new ArrayList<>();
  private final Map<EdgeId, PlacementMap> placements = new HashMap<>();

  /** Whether a subtask of Toll is beside each primary, and replicas are beside the next one. */
  private boolean job;

  private PlanBook earlier = PlanBook.EMPTY;

  /** Seconds since the last save of each primary. */
  private final long[] ages = {100, 200, 300};

  private Planned plan() {
    return new UpkeepRounds().plan(input());
  }

  private PlanningInput input() {
    return new PlanningInput(
        snapshot(), symptoms, placements, with(PlanRules.DEFAULT, "upkeep", settings), earlier);
  }

  private List<LeadershipRound> rounds() {
    return plan()
        .plan()
        .map(ChangePlan::action)
        .flatMap(action -> action.as(KeepUpServers.class))
        .map(KeepUpServers::rounds)
        .orElse(List.of());
  }

  private ClusterSnapshot snapshot() {
    List<Primary> primaries = new ArrayList<>();
    for (int i = 0; i < ages.length; i++) {
      Replica replica =
          new Replica(
              "replica-" + i,
              "10.0.0." + (job ? (i + 1) % 3 + 1 : i + 4),
              7001,
              OptionalLong.of(0),
              OptionalLong.of(0),
              Optional.of(told(60)));
      primaries.add(
          new Primary(
                  "primary-" + i,
                  "10.0.0." + (i + 1),
                  7000,
                  List.of(),
                  List.of(new HashSlotSpan(i * SLOTS / 3, (i + 1) * SLOTS / 3 - 1)))
              .withReplicas(new Replicas(List.of(replica), OptionalDouble.empty()))
              .withUpkeep(Optional.of(told(ages[i]))));
    }
    List<Subtask> subtasks = new ArrayList<>();
    for (int i = 0; job && i < ages.length; i++) {
      subtasks.add(new Subtask(i, 0, 0, "RUNNING", "10.0.0." + (i + 1), "tm-" + i));
    }
    return new ClusterSnapshot(
        NOW,
        job
            ? new StreamView.Found(
                new StreamJob(
                    "job",
                    "Job",
                    "RUNNING",
                    "2.3.0",
                    false,
                    List.of(
                        new StreamOperator("Toll", true, 3, subtasks, true, OperatorRates.UNKNOWN)),
                    Optional.empty()))
            : new StreamView.Unreachable("there is none"),
        new StoreView.Found(primaries),
        new NodeTable(List.of(), host -> Set.of(host)).match(subtasks, primaries),
        List.of(),
        Map.of(),
        Map.of());
  }

  /** By an answer that is five seconds old. */
  private ServerUpkeep told(long savedSecondsAgo) {
    ServerUpkeep before = ServerUpkeep.of(Optional.empty(), answer(savedSecondsAgo, 15));
    return ServerUpkeep.of(Optional.of(before), answer(savedSecondsAgo, 5))
        .aged(Duration.ofSeconds(5));
  }

  private ServerWork answer(long savedSecondsAgo, long answeredSecondsAgo) {
    Map<String, String> info = new HashMap<>();
    Instant clock = SERVER_NOW.minusSeconds(answeredSecondsAgo);
    info.put("server_time_usec", clock.getEpochSecond() + "000000");
    info.put(
        "rdb_last_save_time",
        String.valueOf(SERVER_NOW.minusSeconds(savedSecondsAgo).getEpochSecond()));
    info.put("rdb_last_bgsave_status", "ok");
    info.put("rdb_last_bgsave_time_sec", "7");
    info.put("rdb_changes_since_last_save", String.valueOf(1_000 - 10 * answeredSecondsAgo));
    info.put("rdb_bgsave_in_progress", "0");
    info.put("aof_enabled", "1");
    info.put("aof_base_size", "1000000");
    info.put("aof_current_size", String.valueOf(1_200_000 - 1_000 * answeredSecondsAgo));
    info.put("latest_fork_usec", "40000");
    info.put("role", "master");
    return ServerWork.of(info, triggers);
  }

  @ParameterizedTest
  @CsvSource({"15000, 61", "5000, 21", "30000, 121", "500, 5", "unknown, 241"})
  void theRestBetweenPromotionsFollowsFromTheServersNodeTimeout(String millis, long seconds) {
    triggers = saves(millis);

    assertThat(new SeenShards(input()).request().rest()).hasSeconds(seconds);
  }

  @Test
  void aSaveThatIsDueSoonIsARoundOfItsShard() {
    ages[1] = 3_000;

    assertThat(rounds()).hasSize(1);
    LeadershipRound round = rounds().get(0);
    assertThat(round.primary().toString()).isEqualTo("10.0.0.2:7000");
    assertThat(round.candidate()).map(ShardServer::toString).contains("10.0.0.5:7001");
    assertThat(round.work()).isEqualTo(UpkeepKind.SAVE);
    assertThat(round.forecast().due())
        .as("by the coordinator's clock")
        .isEqualTo(NOW.plusSeconds(601));
    assertThat(round.forecast().period())
        .as("by the server's clock")
        .isEqualTo(SERVER_NOW.minusSeconds(3_000).getEpochSecond());
    assertThat(plan().plan().orElseThrow().reason()).isEqualTo("due soon: save of 10.0.0.2:7000");
  }

  @Test
  void recordsOfAnAlignedJobFollowTheLead() {
    ages[1] = 3_000;
    job = true;
    settings = with(settings, "ways", Set.of(LeadWay.FOLLOW));
    int[] owners = new int[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      owners[slot] = 3 * slot / SLOTS;
    }
    placements.put(new EdgeId("job", "Toll"), PlacementMap.of(1, 3, owners));

    assertThat(rounds()).hasSize(1);
    assertThat(rounds().get(0).following())
        .containsExactly(new FollowingOperator("job", "Toll", 3, List.of(1), List.of(2)));
  }

  @Test
  void withoutAMapOfTheirOwnNoRecordsCanFollow() {
    ages[1] = 3_000;
    job = true;
    settings = with(settings, "ways", Set.of(LeadWay.FOLLOW));
    assertThat(rounds()).isEmpty();

    placements.put(new EdgeId("job", "Toll"), PlacementMap.of(1, 3, Routing.owners(null, 3)));
    assertThat(rounds()).as("hash routing is no alignment").isEmpty();
    assertThat(plan().skipped()).extracting(Problem::code).containsExactly("UPKEEP_POSTPONED");
  }

  @Test
  void nothingIsPlannedWithoutKindsOrWhileEveryPlanIsPrevented() {
    ages[1] = 3_000;
    symptoms.add(Symptom.ofOperation(Problem.error("MIGRATION_HALF_DONE", "one is open", "")));
    assertThat(plan()).isEqualTo(Planned.NOTHING);

    symptoms.clear();
    settings = with(settings, "kinds", Set.of());
    assertThat(plan()).isEqualTo(Planned.NOTHING);
  }

  /** What servers said before the end of a round is older than the work that they did in it. */
  @Test
  void workThatARoundHasDoneIsNotPlannedAgain() {
    ages[1] = 3_000;
    completed(plan().plan().orElseThrow());
    assertThat(rounds()).isEmpty();

    ages[1] = 2_990;
    assertThat(rounds()).as("another save").hasSize(1);
  }

  private void completed(ChangePlan plan) {
    Proposal proposal = Proposal.of(plan, "topology", snapshot(), Optional.empty());
    PlanRecord made =
        PlanRecord.proposed("plan-1", "coordinator", proposal, NOW)
            .to(new PlanEvent(NOW, PlanState.APPROVED, "coordinator", ""))
            .to(new PlanEvent(NOW, PlanState.EXECUTING, "coordinator", ""))
            .to(new PlanEvent(NOW, PlanState.COMPLETED, "coordinator", ""));
    earlier = earlier.add(made);
  }

  /** It grows by 1,000 bytes a second, has 200,000 of the 1,000,000 that it may grow. */
  @Test
  void aRewriteIsDueByTheGrowthOfTheFile() {
    settings =
        with(
            settings,
            "kinds",
            Set.of(UpkeepKind.REWRITE),
            "startAtShare",
            0.5,
            "horizon",
            Duration.ofDays(1));
    assertThat(rounds()).isEmpty();

    settings = with(settings, "startAtShare", 0.19);
    assertThat(rounds()).hasSize(3);
    assertThat(rounds().get(0).forecast().due()).isEqualTo(NOW.plusSeconds(800));
    assertThat(rounds().get(0).forecast().period()).isEqualTo(1_000_000);
  }

  @Test
  void aBackupIsMadeByAReplicaOnceInItsTime() {
    settings =
        with(
            settings,
            "kinds",
            Set.of(UpkeepKind.BACKUP),
            "backups",
            List.of(
                new BackupSettings(
                    Duration.ofHours(6),
                    LocalTime.of(1, 0),
                    List.of("backup"),
                    Set.of("10.0.0.5:7001"))));

    assertThat(rounds()).hasSize(1);
    LeadershipRound round = rounds().get(0);
    assertThat(round.work()).isEqualTo(UpkeepKind.BACKUP);
    assertThat(round.primary().id()).isEqualTo("primary-1");
    assertThat(round.first()).extracting(ShardServer::id).containsExactly("replica-1");
    assertThat(round.way()).isEqualTo(LeadWay.STAY);
    assertThat(round.candidate()).isEmpty();
    assertThat(Instant.ofEpochSecond(round.forecast().period()))
        .isEqualTo(Instant.parse("2026-11-30T07:00:00Z"));

    completed(plan().plan().orElseThrow());
    assertThat(rounds()).isEmpty();
  }

  @Test
  void backupsOfEveryShardAreOnePlan() {
    settings =
        with(
            settings,
            "kinds",
            Set.of(UpkeepKind.BACKUP),
            "backups",
            List.of(
                new BackupSettings(
                    Duration.ofDays(1), LocalTime.MIDNIGHT, List.of("backup"), Set.of())));

    assertThat(rounds())
        .extracting(round -> round.primary().id())
        .hasSize(3)
        .doesNotHaveDuplicates();
  }
}
