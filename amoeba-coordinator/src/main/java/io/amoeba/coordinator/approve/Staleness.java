package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import java.util.Optional;

/** Whether a plan still fits job and store. Stateless. */
final class Staleness {

  /*
   * A plan is worth only as much as what it was made from. While job, store or task managers cannot
   * be seen for certain, nothing is decided: a plan neither ends nor begins. A plan that is being
   * carried out is measured by the topology alone, since its own maps change what is in force; and
   * one that moves hash slots by the stream alone, since the store changes by it. That the store
   * changes by it alone is what its mover checks.
   */

  private Staleness() {}

  /** Why it is not the right one any more, empty if it is or if that cannot be seen now. */
  static Optional<String> of(PlanRecord plan, Mode mode, Sight sight) {
    boolean begun = plan.state() == PlanState.EXECUTING || plan.state() == PlanState.ABORTING;
    if (!begun && mode == Mode.OBSERVE) {
      return Optional.of("the mode is observe, in which no plan waits");
    }
    if (sight.fingerprint().isEmpty()) {
      return Optional.empty();
    }
    String topology = sight.fingerprint().get();
    boolean fits =
        begun
            ? plan.proposal().stillFits(topology)
            : plan.proposal().fingerprint().equals(topology);
    if (!fits) {
      return Optional.of(
          begun
              ? "job or cluster changed during its execution; " + plan.progress()
              : "job or cluster changed since it was made");
    }
    if (begun
        || plan.plan().action().isOrdered()
        || !sight.reported().containsAll(plan.proposal().edges())) {
      return Optional.empty();
    }
    if (sight.proposals().isEmpty()) {
      return Optional.of("no longer needed: " + sight.why().text());
    }
    return sight.proposals().stream().anyMatch(p -> p.isSameAs(plan.proposal()))
        ? Optional.empty()
        : Optional.of("the maps in force, or the operators to align, changed since it was made");
  }
}
