package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;
import java.util.Optional;

/**
 * How far a plan is: what the operation reports, the plan file keeps, and API and page show.
 * Immutable.
 *
 * @param done what is done
 * @param phase what goes on now, for people; empty: nothing worth a word
 * @param problems what the next step waits for; with an end, why it came to that, and what could
 *     not be done but does not matter
 * @param end what becomes of the plan; empty: not known yet
 */
public record PlanStatus(
    PlanProgress done, String phase, List<Problem> problems, Optional<End> end) {

  /** How a plan ends. */
  public enum End {
    /** Everything is done, or undone. */
    DONE,
    /** It was aborted at a safe point; what was done stays. */
    ABORTED,
    /** It could not be carried out. */
    FAILED
  }

  public PlanStatus {
    problems = List.copyOf(problems);
  }

  /** That of a plan for which nothing goes on. */
  public static PlanStatus of(PlanProgress done) {
    return new PlanStatus(done, "", List.of(), Optional.empty());
  }

  /** The same with so much done. */
  public PlanStatus with(PlanProgress newDone) {
    return new PlanStatus(newDone, phase, problems, end);
  }

  /** Whether the plan could not be carried out. */
  public boolean hasFailed() {
    return end.equals(Optional.of(End.FAILED));
  }

  /** How much is done, and what goes on, for people. */
  public String text(ChangePlan plan) {
    return phase.isEmpty() ? done.text(plan) : done.text(plan) + "; " + phase;
  }
}
