package io.amoeba.coordinator.plan;

/**
 * A kind of change: the record of its plans, the record of how far they are, and its planner. What
 * a plan costs, changes and needs, and how it is shown, its {@link PlanAction} says. Stateless,
 * safe for concurrent use.
 *
 * @param <A> what plans of this kind do
 */
public interface Change<A extends PlanAction> {

  /** The record that says what a plan does, with its code as {@code @JsonTypeName}. */
  Class<A> action();

  /** The record that says how far a plan is, with a {@code @JsonTypeName}. */
  Class<? extends PlanProgress> progress();

  /** The plan that is due, and why some of it is not; nothing while not enough is known. */
  Planned plan(PlanningInput input);
}
