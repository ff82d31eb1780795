package io.amoeba.streaming.checks.scenario;

import io.amoeba.streaming.checks.history.Verdict;
import java.util.List;
import java.util.Map;

/**
 * What a check on a cluster found. Immutable.
 *
 * @param verdict on reads and writes
 * @param errors kinds of errors that clients got, and how often
 * @param increments acknowledged lightweight transactions
 * @param counterViolations broken rules of the counters that they raised
 * @param unsentMessages what nodes log of messages that changed while they were written, which they
 *     then do not send: a join waits a minute for the answer
 */
public record Findings(
    Verdict verdict,
    Map<String, Long> errors,
    long increments,
    List<String> counterViolations,
    List<String> unsentMessages) {
  public Findings {
    errors = Map.copyOf(errors);
    counterViolations = List.copyOf(counterViolations);
    unsentMessages = List.copyOf(unsentMessages);
  }

  /** Whether enough happened to judge, and no rule is broken. */
  public boolean isClean() {
    return verdict.isClean()
        && increments > 0
        && counterViolations.isEmpty()
        && unsentMessages.isEmpty();
  }

  public String describe() {
    return "%s; errors: %s; %d lightweight transactions, broken rules: %s"
            .formatted(verdict.describe(), errors, increments, counterViolations)
        + (unsentMessages.isEmpty() ? "" : "; unsent messages: " + unsentMessages);
  }
}
