package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.MigratingPrimary;
import io.amoeba.coordinator.changes.failover.Migration;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.SpareServer;
import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeadWay;
import io.amoeba.coordinator.changes.leadership.LeadershipRound;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.routing.AlignRouting;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.slots.DrainStore;
import io.amoeba.coordinator.changes.slots.GrowStore;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Proposals for tests. */
public final class Plans {

  /** The first edge. */
  public static final EdgeId TOLL = new EdgeId("job", "Toll");

  private Plans() {}

  /** A plan that moves some hash slots from primary "a" to primary "b". */
  public static Proposal moves(String topology, int from, int to) {
    HashSlotMove move =
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(from, to)), MoveReason.OWNER_GIVEN);
    MoveHashSlots action =
        new MoveHashSlots(
            "Statistics", List.of(move), Map.of("a", "host-a:7000", "b", "host-b:7000"), 0.5, 1.0);
    return new Proposal(
        new ChangePlan("Statistics: away", action),
        topology,
        new PlanCost(
            action.movedHashSlots(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty()),
        new PlanGain.LocalShare(0.5, false, 1.0));
  }

  /** A plan by which the store grows to node "d": some hash slots go from "a" to "b" there. */
  public static Proposal growth(String topology, int from, int to) {
    HashSlotMove move =
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(from, to)), MoveReason.ABOVE_TARGET);
    GrowStore action =
        new GrowStore(
            List.of("d"),
            List.of(new PlanAction.AlignedShare("Toll", 0.75, 1.0)),
            List.of(move),
            Map.of("a", "host-a:7000", "b", "host-b:7000"));
    return new Proposal(
        new ChangePlan("too little on d", action),
        topology,
        new PlanCost(
            action.movedHashSlots(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty()),
        new PlanGain.LocalShare(0.75, false, 1.0));
  }

  /** A plan by which the store leaves node "c": some hash slots go from "a" there to "b". */
  public static Proposal drain(String topology, int from, int to, OptionalLong bytes) {
    HashSlotMove move =
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(from, to)), MoveReason.PRIMARY_LEAVES);
    DrainStore action =
        new DrainStore(
            List.of("c"),
            List.of(new PlanAction.AlignedShare("Toll", 0.75, 1.0)),
            List.of(move),
            Map.of("a", "host-a:7000", "b", "host-b:7000"));
    return new Proposal(
        new ChangePlan("no subtask on c", action),
        topology,
        new PlanCost(action.movedHashSlots(), OptionalLong.empty(), bytes, Optional.empty()),
        new PlanGain.LocalShare(0.75, false, 1.0));
  }

  /** A plan by which servers are started at port 7000 of these nodes. */
  public static Proposal starts(String topology, String... nodes) {
    List<StartServers.Server> servers = new ArrayList<>();
    for (String node : nodes) {
      servers.add(new StartServers.Server(node, new ServerAddress("host-" + node, 7000)));
    }
    StartServers action =
        new StartServers(servers, List.of(new PlanAction.AlignedShare("Toll", 0.75, 1.0)));
    return new Proposal(
        new ChangePlan("no server: " + action.text(), action),
        topology,
        new PlanCost(0, OptionalLong.of(0), OptionalLong.of(0), Optional.empty()),
        new PlanGain.LocalShare(0.75, false, 1.0));
  }

  /** A plan by which job "job" gets a third subtask, on node "d". */
  public static Proposal rescale(String topology) {
    RescaleJob action =
        new RescaleJob(
            "job",
            "Tolls",
            RescaleWay.SAVEPOINT,
            2,
            3,
            List.of("d"),
            List.of(new PlanAction.AlignedShare("Toll", 0.5, 1.0)));
    return new Proposal(
        new ChangePlan("too few subtasks: " + action.text(), action),
        topology,
        new PlanCost(0, OptionalLong.of(0), OptionalLong.of(0), Optional.empty()),
        new PlanGain.LocalShare(0.5, false, 1.0));
  }

  /**
   * A plan that migrates primaries with ten hash slots each, the first ones from "a".
   *
   * @param fromTo {@code a>s}: primary a goes to server s
   */
  public static Proposal migrations(String topology, String... fromTo) {
    List<MigratingPrimary> migrations = new ArrayList<>();
    for (String one : fromTo) {
      String primary = one.substring(0, one.indexOf('>'));
      String server = one.substring(one.indexOf('>') + 1);
      int first = 10 * (primary.charAt(0) - 'a');
      migrations.add(
          new MigratingPrimary(
              new Migration(
                  primary,
                  new SpareServer(new ServerAddress(server, 1), "node-" + server),
                  Migration.Reason.NO_SUBTASK),
              new ServerAddress(primary, 1),
              "storage-" + primary,
              List.of(new HashSlotSpan(first, first + 9)),
              OptionalLong.of(7)));
    }
    MigratePrimaries action =
        new MigratePrimaries(
            migrations, OldPrimary.KEEP, List.of(new PlanAction.AlignedShare("Toll", 0.25, 1.0)));
    return new Proposal(
        new ChangePlan("on nodes without a subtask", action),
        topology,
        new PlanCost(
            action.movedHashSlots(), action.movedKeys(), OptionalLong.empty(), Optional.empty()),
        new PlanGain.LocalShare(0.25, false, 1.0));
  }

  /**
   * A plan for some operators: all hash slots of each go to one of two subtasks, and some of them,
   * the same of each, were not there before.
   */
  public static Proposal proposal(String topology, int owner, int moved, String... operators) {
    List<EdgeAlignment> alignments =
        Stream.of(operators)
            .map(
                operator ->
                    new EdgeAlignment(
                        new EdgeId("job", operator),
                        2,
                        List.of(new HashSlotRange(0, 16_383, owner)),
                        moved,
                        0.25,
                        1.0))
            .toList();
    return new Proposal(
        new ChangePlan("misaligned", new AlignRouting(alignments, moved)),
        topology,
        new PlanCost(
            moved, OptionalLong.of(0), OptionalLong.of(0), Optional.of(Duration.ofMillis(40))),
        new PlanGain.LocalShare(0.25, true, 1.0));
  }

  /** A plan of one round: the primary at "host-a" saves while its replica at "host-b" leads. */
  public static Proposal upkeep(String topology, long period) {
    ShardServer primary = new ShardServer("a", new ServerAddress("host-a", 7000));
    ShardServer replica = new ShardServer("b", new ServerAddress("host-b", 7001));
    KeepUpServers action =
        new KeepUpServers(
            List.of(
                new LeadershipRound(
                    primary,
                    UpkeepKind.SAVE,
                    List.of(replica),
                    Optional.of(replica),
                    LeadWay.AWAY,
                    List.of(),
                    primary,
                    "a save costs 90 ms instead of 15040 ms",
                    Duration.ofHours(1),
                    new LeadershipRound.Forecast(
                        period,
                        Instant.ofEpochSecond(period + 3_600),
                        Duration.ofMillis(90),
                        new PlanGain.AvoidedLoss(15_040, 90)))));
    return new Proposal(
        new ChangePlan("due soon: save of host-a:7000", action),
        topology,
        new PlanCost(0, OptionalLong.of(0), OptionalLong.of(0), Optional.empty()),
        action.avoidedLoss().orElseThrow());
  }
}
