package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/** One method to migrate hash slots, some at a time. For one run, confined to one thread. */
interface SlotMigrator {

  /** Hash slots between two looks at the topology. */
  int hashSlotsPerLook();

  /**
   * Migrates the first ones of some hash slots, one at least. On return none is in transition.
   *
   * @param seen before the batch that they belong to
   * @return those that are done; none if the step must end
   * @throws ClusterFailure if they are not done; the step says whether they are in transition
   */
  List<SlotMove> migrate(List<SlotMove> moves, ClusterView seen, MigrationStep step);

  /**
   * Ends the transition of hash slots from wherever each of them stands. Safe to repeat.
   *
   * @param begun by a step before, here or in another coordinator
   * @return why some of them are still in transition; empty: none is
   * @throws ClusterFailure if nobody knows
   */
  List<Problem> settle(SlotsInTransition begun, Policy policy, MigrationStep step);
}
