package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.operations.StepControl;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a migration within one step: what the step has begun, ended, moved and noted so far.
 * For one step, confined to the runner's thread.
 */
final class MigrationStep {

  private static final Logger LOG = LoggerFactory.getLogger(MigrationStep.class);

  private final StepControl control;
  private SlotMigrationState state;

  MigrationStep(SlotMigrationState state, StepControl control) {
    this.state = state;
    this.control = control;
  }

  SlotMigrationState state() {
    return state;
  }

  void uses(SlotMigrationMethod method) {
    state = state.by(method);
  }

  /**
   * Some hash slots are about to be in transition; durable on return.
   *
   * @throws UncheckedIOException if that cannot be written; they must then not be
   */
  void begins(SlotsInTransition slots) {
    SlotMigrationState begun = state.with(slots);
    control.write(begun);
    state = begun;
  }

  /** These alone may still be in transition. A successor that does not know it finds it out. */
  void leaves(SlotsInTransition slots) {
    state = state.with(slots);
  }

  /** No hash slot is in transition. A successor that does not know it finds it out. */
  void ends() {
    state = state.withoutTransition();
  }

  void movedKeys(long keys) {
    state = state.withMoreKeys(keys);
  }

  /**
   * So many hash slots of the plan, from its first one on, are at their new primaries. An earlier
   * run may have come further.
   */
  void hasPassed(int hashSlots) {
    state = state.withHashSlotsDone(Math.max(state.hashSlotsDone(), hashSlots));
  }

  /** So many of the hash slots that were in transition have arrived. */
  void hasSettled(int hashSlots) {
    state = state.withHashSlotsDone(state.hashSlotsDone() + hashSlots);
  }

  /** Something that could not be done but does not matter. */
  void notes(String code, String text) {
    LOG.warn("{}", text);
    state = state.noting(new Problem(code, Severity.WARNING, "", text, ""));
  }

  /** Whether no further hash slot is to begin in this step. */
  boolean mustEnd() {
    return isCancelled() || control.isPaused();
  }

  /** Whether nothing but what cannot wait is to be done: the plan or the coordinator ends. */
  boolean isCancelled() {
    return control.isAborted() || control.isStopping();
  }
}
