package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.List;

/**
 * Moves hash slots with their keys from primary to primary while clients go on. A <b>safe point</b>
 * is any moment at which no hash slot is open, that is half moved; pause and abort take effect
 * there alone. Hash slots that move atomically never are half moved: an abort ends their migration,
 * a pause waits for its end. Confined to one thread.
 */
public interface HashSlotMover {

  /**
   * Carries out moves, nearly in their order. Ends at a safe point, unless the report says which
   * hash slots may be open.
   *
   * @throws IllegalArgumentException if the moves contradict each other: all reasons
   * @throws IllegalStateException if an earlier move was interrupted: {@link #recover} first
   */
  MoveReport move(List<HashSlotMove> moves, MoveControl control);

  /**
   * Ends the move that an earlier mover left open, if any. Hash slots that others have opened are
   * reported and left alone. Safe to repeat.
   */
  RecoveryReport recover(RecoveryPolicy policy);
}
