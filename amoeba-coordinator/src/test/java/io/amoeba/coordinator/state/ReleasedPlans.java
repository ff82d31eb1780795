package io.amoeba.coordinator.state;

import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.MigratingPrimary;
import io.amoeba.coordinator.changes.failover.Migration;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.PrimaryProgress;
import io.amoeba.coordinator.changes.failover.SpareServer;
import io.amoeba.coordinator.changes.leadership.FollowingOperator;
import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.LeadershipProgress;
import io.amoeba.coordinator.changes.leadership.LeadershipRound;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.changes.parallelism.RescaleProgress;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.changes.routing.RoutingProgress;
import io.amoeba.coordinator.changes.servers.StartProgress;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.slots.DrainStore;
import io.amoeba.coordinator.changes.slots.GrowStore;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Plans of every kind and in every state, for the comparison with what releases have written. A
 * plan is never changed, as it is kept there.
 */
final class ReleasedPlans {

  private static final Instant AT = Instant.parse("2026-12-01T12:00:00.123456Z");
  private static final EdgeId TOLL = new EdgeId("a1b2", "Toll");
  private static final EdgeId OTHER = new EdgeId("a1b2", "Seg/Stats \"of\" all");

  private static final List<PlanAction.AlignedShare> SHARES =
      List.of(new PlanAction.AlignedShare("Toll", 0.25, 1.0));

  private static final PlanGain SHARE = new PlanGain.LocalShare(0.25, true, 1.0);

  private ReleasedPlans() {}

  /** By name: the kind of the newest plan, a dot, and what is special. */
  static Map<String, PlanBook> all() {
    Map<String, PlanBook> all = new LinkedHashMap<>();
    all.put("empty", PlanBook.EMPTY);
    all.put(
        "paused", PlanBook.EMPTY.with(Optional.of(new PlanBook.Pause(AT, "alice \"the boss\"\n"))));
    all.put(
        "rescale_job.savepoint",
        executing(rescale(RescaleWay.SAVEPOINT), SHARE, new RescaleProgress("c3d4")));
    all.put(
        "rescale_job.in_place",
        executing(rescale(RescaleWay.IN_PLACE), SHARE, RescaleProgress.NONE));
    for (OldPrimary old : OldPrimary.values()) {
      all.put(
          "migrate_primaries." + name(old),
          executing(migrations(old), SHARE, new PrimaryProgress(1)));
    }
    all.put("start_servers", executing(starts(), SHARE, new StartProgress(1)));
    all.put(
        "grow_store",
        executing(
            new GrowStore(List.of("d"), SHARES, moves(), addresses()),
            PlanGain.NONE,
            new SlotProgress(2, 70_000_000_000L)));
    all.put(
        "grow_store.without_a_job",
        executing(
            new GrowStore(List.of("d"), List.of(), moves(), addresses()),
            PlanGain.NONE,
            SlotProgress.NONE));
    all.put(
        "drain_store",
        executing(
            new DrainStore(List.of("c"), SHARES, moves(), addresses()),
            SHARE,
            new SlotProgress(2, 40)));
    all.put(
        "move_hash_slots",
        executing(
            new MoveHashSlots("Statistics", moves(), addresses(), 0.5, 1.0),
            SHARE,
            new SlotProgress(2, 40)));
    all.put("keep_up_servers", upkeep());
    all.put("leave_server", absence());
    all.put(
        "align_routing",
        executing(
            routing(), SHARE, new RoutingProgress(Map.of(TOLL, 5L, OTHER, 6L), Set.of(TOLL))));
    for (PlanStatus.End end : PlanStatus.End.values()) {
      all.put("align_routing.end_" + name(end), ending(end));
    }
    for (PlanOutcome.Verdict verdict : PlanOutcome.Verdict.values()) {
      all.put("align_routing." + name(verdict), measured(verdict));
    }
    all.put("align_routing.tried", tried());
    all.put("align_routing.every_state", everyState());
    return all;
  }

  private static PlanBook executing(PlanAction action, PlanGain gain, PlanProgress progress) {
    Proposal proposal =
        new Proposal(
            new ChangePlan("too few of \"them\"", action),
            "0011223344556677",
            new PlanCost(
                action.movedHashSlots(),
                action.movedKeys(),
                OptionalLong.empty(),
                Optional.empty()),
            gain);
    return PlanBook.EMPTY.add(
        PlanRecord.proposed("plan-1", "coordinator", proposal, AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .begunAt(Performance.UNKNOWN)
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .at(new PlanStatus(progress, "it goes on", problems(), Optional.empty())));
  }

  private static List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      problems.add(new Problem("JOB_NOT_RESCALED", severity, "Linear Road", "it waits", "Wait."));
    }
    return problems;
  }

  private static RescaleJob rescale(RescaleWay way) {
    return new RescaleJob("a1b2", "Tolls", way, 2, 3, List.of("d"), SHARES);
  }

  private static MigratePrimaries migrations(OldPrimary old) {
    List<MigratingPrimary> migrations = new ArrayList<>();
    for (Migration.Reason reason : Migration.Reason.values()) {
      int first = 10 * reason.ordinal();
      migrations.add(
          new MigratingPrimary(
              new Migration(
                  "p" + first, new SpareServer(new ServerAddress("::1", 7001), "node-s"), reason),
              new ServerAddress("10.0.0.1", 7000),
              "storage",
              List.of(new HashSlotSpan(first, first + 9)),
              first == 0 ? OptionalLong.empty() : OptionalLong.of(70_000_000_000L)));
    }
    return new MigratePrimaries(migrations, old, SHARES);
  }

  private static StartServers starts() {
    return new StartServers(
        List.of(
            new StartServers.Server("c", new ServerAddress("10.0.0.3", 7000)),
            new StartServers.Server("d", new ServerAddress("fe80::4", 7000))),
        SHARES);
  }

  private static List<HashSlotMove> moves() {
    List<HashSlotMove> moves = new ArrayList<>();
    for (MoveReason reason : MoveReason.values()) {
      int first = 100 * reason.ordinal();
      moves.add(new HashSlotMove("a1", "b2", List.of(new HashSlotSpan(first, first + 9)), reason));
    }
    return moves;
  }

  private static Map<String, String> addresses() {
    return Map.of("a1", "10.0.0.1:7000", "b2", "[fe80::4]:7000");
  }

  private static PlanBook upkeep() {
    ShardServer primary = new ShardServer("a1", new ServerAddress("10.0.0.1", 7000));
    ShardServer replica = new ShardServer("b2", new ServerAddress("fe80::4", 7001));
    List<LeadershipRound> rounds = new ArrayList<>();
    for (LeadWay way : LeadWay.values()) {
      for (UpkeepKind work : UpkeepKind.values()) {
        rounds.add(
            new LeadershipRound(
                primary,
                work,
                List.of(replica),
                way == LeadWay.STAY ? Optional.empty() : Optional.of(replica),
                way,
                way == LeadWay.FOLLOW
                    ? List.of(new FollowingOperator("a1b2", "Toll", 3, List.of(0), List.of(1, 2)))
                    : List.of(),
                primary,
                "a save costs 90 ms instead of 15040 ms",
                Duration.ofHours(1),
                new LeadershipRound.Forecast(
                    1_796_008_883,
                    AT,
                    Duration.ofMillis(90),
                    new PlanGain.AvoidedLoss(15_040, 90))));
      }
    }
    return executing(
        new KeepUpServers(rounds), new PlanGain.AvoidedLoss(15_040, 90), new LeadershipProgress(1));
  }

  private static PlanBook absence() {
    return executing(
        new LeaveServer(
            new ShardServer("a1", new ServerAddress("10.0.0.1", 7000)),
            new ShardServer("b2", new ServerAddress("fe80::4", 7001)),
            Duration.ofMinutes(15)),
        PlanGain.NONE,
        LeadershipProgress.NONE);
  }

  private static AlignRouting routing() {
    return new AlignRouting(
        List.of(
            new EdgeAlignment(
                TOLL,
                2,
                List.of(new HashSlotRange(0, 5_460, 1), new HashSlotRange(5_461, 16_383, 0)),
                7,
                0.25,
                1.0),
            new EdgeAlignment(OTHER, 1, List.of(new HashSlotRange(0, 16_383, 0)), 0, 0.5, 0.5)),
        7);
  }

  private static Proposal routingProposal() {
    return new Proposal(
        new ChangePlan("misaligned", routing()),
        "0011223344556677",
        new PlanCost(
            7,
            OptionalLong.of(0),
            OptionalLong.of(5_000_000_000L),
            Optional.of(Duration.ofMillis(1_040))),
        SHARE);
  }

  private static PlanBook ending(PlanStatus.End end) {
    return PlanBook.EMPTY.add(
        PlanRecord.proposed("plan-1", "coordinator", routingProposal(), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "policy", "within"))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .to(new PlanEvent(AT, PlanState.ABORTING, "bob", "", problems()))
            .at(new PlanStatus(RoutingProgress.NONE, "", List.of(), Optional.of(end))));
  }

  private static PlanBook measured(PlanOutcome.Verdict verdict) {
    return PlanBook.EMPTY
        .add(
            PlanRecord.proposed("plan-1", "coordinator", routingProposal(), AT)
                .to(new PlanEvent(AT, PlanState.REJECTED, "alice", "not now")))
        .add(
            PlanRecord.proposed("plan-2", "coordinator", routingProposal(), AT)
                .to(new PlanEvent(AT, PlanState.APPROVED, "policy", "within"))
                .begunAt(new Performance(0.5, Double.NaN))
                .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
                .advanced(new RoutingProgress(Map.of(TOLL, 5L), Set.of(TOLL)))
                .to(new PlanEvent(AT, PlanState.COMPLETED, "coordinator", ""))
                .measured(
                    new PlanOutcome(
                        new Performance(0.5, Double.NaN), new Performance(1, 10_000), verdict)));
  }

  private static PlanBook tried() {
    List<PlanCheck> checks = new ArrayList<>();
    for (PlanCheck.Subject subject : PlanCheck.Subject.values()) {
      for (PlanCheck.Outcome outcome : PlanCheck.Outcome.values()) {
        checks.add(new PlanCheck(subject, outcome, "found"));
      }
    }
    return PlanBook.EMPTY.add(
        PlanRecord.proposed(
            "plan-1",
            "bob",
            routingProposal().tried(new DryRunResult(AT, problems(), checks)),
            AT));
  }

  /** No plan goes through all of them, but each of them may be in a file. */
  private static PlanBook everyState() {
    List<PlanEvent> events = new ArrayList<>();
    for (PlanState state : PlanState.values()) {
      events.add(new PlanEvent(AT, state, "alice", ""));
    }
    return PlanBook.EMPTY.add(
        new PlanRecord(
            "plan-1",
            "coordinator",
            routingProposal(),
            events,
            PlanStatus.of(RoutingProgress.NONE),
            Optional.empty(),
            Optional.empty()));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
