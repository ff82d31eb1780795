package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Reason;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A change that is due again although it was tried before: it failed, or something else undid it.
 * Immutable.
 *
 * @param last the newest plan of the change
 * @param times number of attempts
 * @param undone whether every attempt was completed and undone; otherwise each failed
 * @param nextAttempt empty: only when a person requests it
 */
public record HeldChange(
    PlanRecord last, int times, boolean undone, Optional<Instant> nextAttempt) {

  /*
   * All that is needed is in the book of plans, so that a restarted coordinator, or the next leader,
   * goes on counting. An attempt counts while job and store are as they were for the one before but
   * for what the change itself does, and, if it failed, while its problems have the same codes. A
   * person who asks for a plan begins a new count.
   */

  /** Something that was done, and lasted as long, was not undone by whoever opposes it. */
  private static final Duration LASTING = Duration.ofHours(1);

  /** What speaks against trying a change now, if it was tried before. */
  static Optional<HeldChange> of(Proposal due, PlanBook book, RetryRules rules, Instant now) {
    String kind = due.plan().action().kind();
    Optional<PlanRecord> last = Optional.empty();
    Instant until = now;
    int times = 0;
    for (PlanRecord plan : book.newestFirst()) {
      if (!plan.plan().action().kind().equals(kind) || plan.state() == PlanState.STALE) {
        continue; // nothing of a stale plan was done
      }
      boolean counts =
          last.map(newer -> isSameEnd(plan, newer)).orElse(true) && isTriedAgain(plan, due, until);
      if (!counts) {
        break;
      }
      last = last.or(() -> Optional.of(plan));
      until = plan.events().get(0).at();
      times++;
      if (!plan.author().equals(PlanEvent.COORDINATOR)) {
        break; // somebody has asked for this one
      }
    }
    int tried = times;
    return last.map(plan -> held(plan, tried, rules));
  }

  private static HeldChange held(PlanRecord last, int times, RetryRules rules) {
    boolean undone = last.state() == PlanState.COMPLETED;
    boolean givenUp =
        times >= rules.most(undone) || (!undone && !last.plan().action().retriesAfterFailure());
    Instant end = last.last().at();
    return new HeldChange(
        last,
        times,
        undone,
        givenUp ? Optional.empty() : Optional.of(end.plus(rules.pauseAfter(times))));
  }

  private static boolean isTriedAgain(PlanRecord earlier, Proposal due, Instant dueAt) {
    if (earlier.state() == PlanState.FAILED) {
      return earlier.proposal().leaves(due);
    }
    PlanAction action = due.plan().action();
    return earlier.state() == PlanState.COMPLETED
        && earlier.proposal().stillFits(due.fingerprint())
        && action.repeats(earlier.plan().action())
        && Duration.between(earlier.last().at(), dueAt).compareTo(LASTING) < 0;
  }

  private static boolean isSameEnd(PlanRecord earlier, PlanRecord later) {
    return earlier.state() == later.state()
        && (earlier.state() == PlanState.COMPLETED || isSameReason(earlier.last(), later.last()));
  }

  /** Problems of the same codes, of whichever server or hash slot. */
  private static boolean isSameReason(PlanEvent earlier, PlanEvent later) {
    return earlier.problems().isEmpty() && later.problems().isEmpty()
        ? earlier.note().equals(later.note())
        : earlier.codes().equals(later.codes());
  }

  /**
   * Whether it is not to be tried now; whoever sets the clock back does not make it wait longer.
   */
  boolean holds(Instant now) {
    return nextAttempt.map(at -> now.isBefore(at) && !now.isBefore(last.last().at())).orElse(true);
  }

  /** The change as a symptom. */
  public Symptom symptom() {
    String kind = last.plan().action().kind();
    return nextAttempt
        .map(
            at ->
                Symptoms.changeHeld(kind, text(at), "'amoeba plans --again' retries immediately."))
        .orElseGet(() -> Symptoms.changeGivenUp(kind, text(), remedy()));
  }

  /** Why it is not planned now. */
  Reason reason() {
    Problem problem = symptom().problem();
    return new Reason(List.of(problem.code()), problem.message());
  }

  private String text(Instant next) {
    return "%s. The next attempt is at %s".formatted(tried(), next.truncatedTo(ChronoUnit.SECONDS));
  }

  private String text() {
    return tried() + ". It is not retried automatically";
  }

  private String tried() {
    return undone
        ? "was done %s, last by %s, and something else undid it each time"
            .formatted(timesText(), last.id())
        : "failed %s, last %s: %s".formatted(timesText(), last.id(), last.last().note());
  }

  private String remedy() {
    return undone
        ? "Find out what else changes job or store, such as an autoscaler or another tool that moves"
            + " hash slots, and stop either; then run 'amoeba plans --again'."
        : "Fix the cause, then run 'amoeba plans --again'.";
  }

  private String timesText() {
    return times == 1 ? "once" : times + " times";
  }
}
