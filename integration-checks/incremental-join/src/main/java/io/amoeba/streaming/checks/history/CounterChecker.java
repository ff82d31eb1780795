package io.amoeba.streaming.checks.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Judges what lightweight transactions did to counters: each value is reached once, values never go
 * back, and the last one counts every acknowledged increment. Confined to one thread.
 */
public final class CounterChecker {
  private final List<String> violations = new ArrayList<>();

  private CounterChecker() {}

  /**
   * One line for each broken rule; empty if all hold.
   *
   * @param last what the counters show in the end
   */
  public static List<String> violations(List<Increment> increments, Map<String, Integer> last) {
    CounterChecker checker = new CounterChecker();
    increments.stream()
        .collect(Collectors.groupingBy(Increment::counter))
        .forEach((counter, ofCounter) -> checker.check(counter, ofCounter, last));
    return List.copyOf(checker.violations);
  }

  private void check(String counter, List<Increment> increments, Map<String, Integer> last) {
    List<Increment> applied =
        increments.stream().filter(increment -> increment.outcome() == Outcome.OK).toList();
    checkUnique(applied);
    checkOrder(applied);
    Integer end = last.get(counter);
    if (end == null) {
      violations.add("not checked: the last value of %s is missing".formatted(counter));
      return;
    }
    applied.stream()
        .filter(increment -> increment.value() > end)
        .forEach(
            lost -> violations.add("lost: %s, but %s ends at %d".formatted(lost, counter, end)));
    long unknown =
        increments.stream().filter(increment -> increment.outcome() == Outcome.UNKNOWN).count();
    if (end > applied.size() + unknown) {
      violations.add(
          "phantom: %s ends at %d after %d increments, %d of them unknown"
              .formatted(counter, end, applied.size() + unknown, unknown));
    }
  }

  private void checkUnique(List<Increment> applied) {
    applied.stream().collect(Collectors.groupingBy(Increment::value)).values().stream()
        .filter(same -> same.size() > 1)
        .forEach(same -> violations.add("applied twice: " + same));
  }

  /** An increment that began after another had ended must set a larger value. */
  private void checkOrder(List<Increment> applied) {
    List<Increment> byBegin =
        applied.stream().sorted(Comparator.comparingLong(Increment::beginNanos)).toList();
    List<Increment> byEnd =
        applied.stream().sorted(Comparator.comparingLong(Increment::endNanos)).toList();
    int ended = 0;
    int largest = 0;
    for (Increment increment : byBegin) {
      while (byEnd.get(ended).endNanos() < increment.beginNanos()) {
        largest = Math.max(largest, byEnd.get(ended).value());
        ended++;
      }
      if (increment.value() < largest) {
        violations.add("went back: %s began after %d".formatted(increment, largest));
      }
    }
  }
}
