package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;

/**
 * How plans of one kind are carried out: a state, and the step from each state to the next one. The
 * runner writes a state to the journal before it takes the step from there, so that a step may find
 * its own commands done, in part or in full: it looks at store or job first, and continues from
 * what it sees. A coordinator that takes over calls the same steps as the one that started.
 *
 * <p>Steps run on the runner's thread, one at a time; they may wait, but ask {@link
 * StepControl#safePoint} while they wait where nothing is half done. Everything else is called by
 * any thread and must not wait.
 *
 * @param <S> state; a record that Jackson binds, of everything that a successor must know
 */
public interface Operation<S extends Record> {

  /** Name of the kind of change, as the journal has it. */
  String kind();

  /** Whether it carries out such plans. */
  default boolean carriesOut(PlanAction action) {
    return action.kind().equals(kind());
  }

  /** Class of the states. */
  Class<S> stateType();

  /**
   * The state before the first step, or the one where an earlier run of the plan ended, as the
   * plan's progress tells it. Nothing is half done in it.
   */
  S initial(PlanRecord plan);

  /**
   * Takes one step. Store and job are changed only where the durable state says that they are half
   * changed, or where to repeat that does no harm. A step that throws a RuntimeException is one
   * that waits if its state is half done, and one that fails otherwise.
   *
   * @param state durable; a former coordinator may have taken this step, or a part of it
   * @throws InterruptedException if the coordinator ends; the successor repeats the step
   */
  Step<S> step(S state, StepControl control) throws InterruptedException;

  /**
   * Takes one step towards a state in which nothing is half done, because the plan is being aborted
   * or has ended: back where nothing is lost by that, otherwise on to the next safe point.
   *
   * @param state durable; a former coordinator may have taken this step, or a part of it
   * @throws InterruptedException if the coordinator ends; the successor repeats the step
   */
  Step<S> undo(S state, StepControl control) throws InterruptedException;

  /** Whether store or job are half changed in this state, so that a plan cannot end here. */
  boolean isHalfDone(S state);

  /** What of the plan is done in this state. */
  PlanProgress progress(S state);

  /** What goes on in this state, for people; empty: nothing worth a word. */
  default String phase(S state) {
    return "";
  }

  /** The problem to show while a change is half done and its plan does not carry on. */
  Problem halfDone(S state);

  /** How long a step may take when the coordinator stops, before it is interrupted. */
  Duration stopTimeout();
}
