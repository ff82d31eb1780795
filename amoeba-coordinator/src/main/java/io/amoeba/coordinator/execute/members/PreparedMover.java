package io.amoeba.coordinator.execute.members;

import io.amoeba.coordinator.execute.moves.HashSlotMover;
import io.amoeba.coordinator.execute.moves.MoveControl;
import io.amoeba.coordinator.execute.moves.MoveEnd;
import io.amoeba.coordinator.execute.moves.MoveReport;
import io.amoeba.coordinator.execute.moves.MoveWay;
import io.amoeba.coordinator.execute.moves.RecoveryPolicy;
import io.amoeba.coordinator.execute.moves.RecoveryReport;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets another mover begin when every destination is prepared, and refuses the moves before the
 * first one otherwise. Confined to one thread.
 */
public final class PreparedMover implements HashSlotMover {

  private final HashSlotMover mover;
  private final MemberPreparation preparation;

  /** A mover in front of another one. */
  public PreparedMover(HashSlotMover mover, MemberPreparation preparation) {
    this.mover = mover;
    this.preparation = preparation;
  }

  @Override
  public MoveReport move(List<HashSlotMove> moves, MoveControl control) {
    List<String> problems =
        preparation.prepare(moves.stream().map(HashSlotMove::to).collect(Collectors.toSet()));
    return problems.isEmpty()
        ? mover.move(moves, control)
        : new MoveReport(
            MoveEnd.STOPPED,
            MoveWay.SETSLOT_AND_MIGRATE,
            Set.of(),
            control.progress(),
            Optional.empty(),
            problems);
  }

  /** What is half moved is ended whatever the destination holds: keys may be on both sides. */
  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return mover.recover(policy);
  }
}
