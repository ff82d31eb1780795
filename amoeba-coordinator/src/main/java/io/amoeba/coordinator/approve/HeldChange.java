package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A change that was tried before and is due again: it failed, or somebody undid it. Immutable.
 *
 * @param last plan of it
 * @param times that it was tried
 * @param undone whether it was done each time; otherwise it failed
 * @param nextAttempt empty: not before a person says so
 */
public record HeldChange(
    PlanRecord last, int times, boolean undone, Optional<Instant> nextAttempt) {

  /*
   * All that is needed is in the book of plans, so that a restarted coordinator, or the next leader,
   * goes on counting. An attempt counts while job and store are as they were for the one before but
   * for what the change itself does, and, if it failed, while it fails for the same reason. A person
   * who asks for a plan begins a new count.
   */

  /** Something that was done, and lasted as long, was not undone by whoever opposes it. */
  private static final Duration LASTING = Duration.ofHours(1);

  /** Plans are compared at each look. */
  private static final Pattern NUMBER_OR_ID = Pattern.compile("[0-9a-f]*\\d[0-9a-f]*");

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
        && (earlier.state() == PlanState.COMPLETED || reason(earlier).equals(reason(later)));
  }

  /** How far a plan has come, and ids, are no other reason. */
  private static String reason(PlanRecord plan) {
    return NUMBER_OR_ID.matcher(plan.last().note()).replaceAll("#");
  }

  /**
   * Whether it is not to be tried now; whoever sets the clock back does not make it wait longer.
   */
  boolean holds(Instant now) {
    return nextAttempt.map(at -> now.isBefore(at) && !now.isBefore(last.last().at())).orElse(true);
  }

  /** What is the matter, and what a person can do about it. */
  String explain() {
    return text() + ". " + remedy();
  }

  /** What was tried, and when it is tried again. */
  public String text() {
    String what = last.plan().action().kind() + " (" + last.plan().reason() + ")";
    String tried =
        undone
            ? "%s was done %s, last by %s, and something else undid it each time"
                .formatted(what, timesText(), last.id())
            : "%s failed %s, last %s: %s"
                .formatted(what, timesText(), last.id(), last.last().note());
    return nextAttempt
        .map(at -> tried + ". The next attempt is at " + at.truncatedTo(ChronoUnit.SECONDS))
        .orElse(tried + ". It is not retried automatically");
  }

  /** What a person can do about it. */
  public String remedy() {
    if (nextAttempt.isPresent()) {
      return "'amoeba plans --again' retries immediately.";
    }
    return undone
        ? "Find out what else changes job or store, such as an autoscaler or another tool that moves"
            + " hash slots, and stop either; then run 'amoeba plans --again'."
        : "Fix the cause, then run 'amoeba plans --again'.";
  }

  private String timesText() {
    return times == 1 ? "once" : times + " times";
  }
}
