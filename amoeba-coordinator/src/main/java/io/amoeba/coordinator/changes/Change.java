package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Optional;

/**
 * A kind of change: the record of its plans, the record of how far they are, its planner, and the
 * operation that carries its plans out. What a plan costs, changes and needs, and how it is shown,
 * its {@link PlanAction} says. Stateless, safe for concurrent use.
 *
 * @param <A> what plans of this kind do
 */
public interface Change<A extends PlanAction> {

  /** The record that says what a plan does, with its code as {@code @JsonTypeName}. */
  Class<A> action();

  /** The record that says how far a plan is, with a {@code @JsonTypeName}. */
  Class<? extends PlanProgress> progress();

  /**
   * What asks for such plans, and what they need.
   *
   * @return empty if the settings ask for none, or if nobody has to ask for them
   */
  default Optional<Wanted> wanted(ChangeSettings settings) {
    return Optional.empty();
  }

  /** The plan that is due, and why some of it is not; nothing while not enough is known. */
  Planned plan(PlanningInput input);

  /**
   * The operation for its plans, made once for each coordinator.
   *
   * @return empty if an executor of its own carries them out, or if the configuration asks for no
   *     such change and none is half done
   */
  default Optional<? extends Operation<?>> operation(OperationContext context) {
    return Optional.empty();
  }
}
