package io.amoeba.coordinator.execute.moves;

import java.util.List;

/** One way to move hash slots, some at a time. For one run, confined to one thread. */
interface MoveSteps {

  MoveWay way();

  /** Hash slots between two looks at the topology. */
  int hashSlotsPerBatch();

  /**
   * Moves the first ones of some hash slots, one at least, and ends at a safe point.
   *
   * @param seen before the batch that they belong to
   * @return those that are done; none if the moves were aborted meanwhile
   * @throws MoveProblem if they are not done; the journal says whether they are open
   */
  List<OneMove> next(List<OneMove> moves, StoreTopology seen);
}
