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
 * is made again at the next look is the same entry. Safe for concurrent use.
 */
public final class DecisionLog {

  private static final int KEPT = 200;

  /** A decision, from its first to its last look at both systems, about a plan or about none. */
  public record Decision(Instant since, Instant until, Optional<String> plan, String text) {}

  private final Clock clock;
  private final Deque<Decision> decisions = new ArrayDeque<>();

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
  public synchronized void note(Optional<String> plan, String decided) {
    String text = PrintableText.line(MaskedSecrets.in(decided));
    Instant now = clock.instant();
    Decision last = decisions.peekFirst();
    boolean again = last != null && last.plan().equals(plan) && last.text().equals(text);
    Instant since = last != null && again ? last.since() : now;
    if (again) {
      decisions.removeFirst();
    }
    decisions.addFirst(new Decision(since, now, plan, text));
    while (decisions.size() > KEPT) {
      decisions.removeLast();
    }
  }

  /** All that are kept. */
  public synchronized List<Decision> newestFirst() {
    return new ArrayList<>(decisions);
  }
}
