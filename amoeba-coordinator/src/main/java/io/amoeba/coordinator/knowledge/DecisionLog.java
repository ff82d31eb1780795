package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Why the coordinator acted, or why it did not: the last decisions, newest first. A decision that
 * the next tick makes again is the same entry, which counts the ticks. It is the same decision if
 * it is about the same plan and has problems of the same codes; without problems, if its text is
 * the same. Safe for concurrent use.
 */
public final class DecisionLog {

  private static final int KEPT = 200;

  /**
   * A decision about a plan or about none, from the first to the last time that it was made.
   *
   * @param times how often it was made in a row, at least 1
   * @param codes of the problems that led to it
   * @param text as of the last time
   */
  public record Decision(
      Instant since,
      Instant until,
      int times,
      Optional<String> plan,
      List<String> codes,
      String text) {

    public Decision {
      codes = List.copyOf(codes);
    }
  }

  private final Clock clock;
  private final Deque<Decision> decisions = new ArrayDeque<>();

  /** What the newest decision is, apart from what may differ from tick to tick. */
  private List<Object> newest = List.of();

  /** An empty log. */
  public DecisionLog(Clock clock) {
    this.clock = clock;
  }

  /** Notes a decision about no plan. */
  public void note(String text) {
    note(Optional.empty(), text);
  }

  /** Notes a decision about a plan. */
  public void note(String plan, String text) {
    note(Optional.of(plan), text);
  }

  /** Notes a decision about a plan, or about none. */
  public void note(Optional<String> plan, String text) {
    note(plan, text, Reason.of(""));
  }

  /**
   * Notes a decision about a plan, or about none.
   *
   * @param decided before the reason, for people
   */
  public synchronized void note(Optional<String> plan, String decided, Reason why) {
    String text = PrintableText.line(MaskedSecrets.in(decided + why.text()));
    List<Object> key = List.of(plan, decided, why.codes().isEmpty() ? why.text() : why.codes());
    Instant now = clock.instant();
    Decision last = decisions.peekFirst();
    if (last != null && newest.equals(key)) {
      decisions.removeFirst();
      decisions.addFirst(
          new Decision(last.since(), now, last.times() + 1, plan, why.codes(), text));
    } else {
      decisions.addFirst(new Decision(now, now, 1, plan, why.codes(), text));
      newest = key;
    }
    while (decisions.size() > KEPT) {
      decisions.removeLast();
    }
  }

  /** All that are kept. */
  public synchronized List<Decision> newestFirst() {
    return new ArrayList<>(decisions);
  }
}
