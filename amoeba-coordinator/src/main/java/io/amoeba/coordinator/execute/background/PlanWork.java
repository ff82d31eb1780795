package io.amoeba.coordinator.execute.background;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Carries out plans of one kind in the background: changes of store or job, which take their time.
 * No method waits for Redis or Flink. Safe for concurrent use.
 */
public interface PlanWork extends Pausable {

  /** How the work for a plan ended. */
  enum End {
    /** All is done. */
    COMPLETED,
    /** It was aborted; what was done stays. */
    ABORTED,
    /** It could not go on. */
    FAILED,
    /** The coordinator ends; its successor goes on. */
    LEFT
  }

  /** What is to become of what an earlier coordinator left half done. */
  enum Recovery {
    /** Its plan is being carried out: it goes on. */
    GO_ON,
    /** So it is, but plans are paused: it rests at its safe points. */
    REST,
    /** Its plan is being aborted or has ended: it is undone, or ended where that is too late. */
    UNDO
  }

  /** The work for a plan. Immutable. */
  interface Run {

    /** Id of the plan. */
    String plan();

    /** How it ended (empty: not yet). */
    Optional<End> end();

    /** Why it ended early; what could not be done but does not matter. */
    List<String> reasons();

    /** The plan with how far this has come. */
    PlanRecord advance(PlanRecord plan);
  }

  /** What it works with. */
  BackgroundWork<? extends Pausable, ?> background();

  /** Runs {@code listener} when work, or a recovery, has ended. */
  default void onEnd(Runnable listener) {
    background().onEnd(listener);
  }

  @Override
  default void pause() {
    background().tell(Pausable::pause);
  }

  @Override
  default void resume() {
    background().tell(Pausable::resume);
  }

  @Override
  default void abort() {
    background().tell(Pausable::abort);
  }

  /** Whether this is its kind of action. */
  boolean carriesOut(PlanAction action);

  /**
   * Ends what an earlier coordinator left half done, again and again until that works.
   *
   * @return what is still half done, if anything
   */
  Optional<Symptom> recover(Recovery recovery);

  /** What recoveries have done for the newest plan since the last call, if anything. */
  default Optional<UnaryOperator<PlanRecord>> recovered() {
    return Optional.empty();
  }

  /** Begins, or goes on where the plan stands, if nothing is under way or half done. */
  void begin(PlanRecord plan);

  /** What is under way, or has ended and was not forgotten. */
  Optional<? extends Run> run();

  /** Forgets the work for a plan if it has ended. */
  default void forget(String plan) {
    background().forget(plan);
  }

  /** Whether nothing is under way or half done. */
  default boolean isClosed() {
    return background().isClosed();
  }
}
