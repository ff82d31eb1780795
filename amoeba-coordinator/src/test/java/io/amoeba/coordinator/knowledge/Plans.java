package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.AlignRouting;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.MoveHashSlots;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.MoveReason;
import io.amoeba.partitioner.placement.HashSlotRange;
import java.time.Duration;
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
        new PlanCost(action.movedHashSlots(), OptionalLong.empty(), Optional.empty()),
        new PlanGain(0.5, false, 1.0));
  }

  /** A plan for some operators: all hash slots of each go to one of two subtasks. */
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
        new ChangePlan("misaligned", new AlignRouting(alignments)),
        topology,
        new PlanCost(
            moved * operators.length, OptionalLong.of(0), Optional.of(Duration.ofMillis(40))),
        new PlanGain(0.25, true, 1.0));
  }
}
