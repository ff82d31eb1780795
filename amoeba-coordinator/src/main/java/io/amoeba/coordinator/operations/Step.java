package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/**
 * What a step has led to. Immutable.
 *
 * @param <S> state of the operation
 */
public sealed interface Step<S extends Record> {

  /** The state after the step. */
  S state();

  /**
   * The next step can follow. The runner pauses and aborts only where the state is not half done.
   */
  record Continue<S extends Record>(S state) implements Step<S> {}

  /**
   * The step cannot be taken now; the runner tries it again after a pause. While something is half
   * done, the problem is a symptom, and no plan is made.
   */
  record Wait<S extends Record>(S state, Problem problem) implements Step<S> {}

  /**
   * Everything is done, or undone. The state need not become durable: a successor that begins from
   * the one before finds everything done.
   *
   * @param notes what could not be done but does not matter
   */
  record Done<S extends Record>(S state, List<Problem> notes) implements Step<S> {
    public Done {
      notes = List.copyOf(notes);
    }
  }

  /**
   * The plan cannot be carried out. If the state is half done, the plan fails, and the runner
   * undoes it until nothing is; while it is undone, this is a {@link Wait}.
   */
  record Failed<S extends Record>(S state, List<Problem> problems) implements Step<S> {
    public Failed {
      problems = List.copyOf(problems);
    }
  }
}
