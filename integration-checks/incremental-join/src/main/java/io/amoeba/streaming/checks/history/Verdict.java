package io.amoeba.streaming.checks.history;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a check found. Immutable.
 *
 * @param acknowledged acknowledged writes, each of which was looked for in the end
 * @param unknown writes of which the client does not know whether they happened
 * @param answeredReads answered reads while the cluster changed
 */
public record Verdict(
    long acknowledged,
    long refused,
    long unknown,
    long answeredReads,
    long failedReads,
    List<Violation> violations) {
  private static final int SHOWN = 10;

  public Verdict {
    violations = List.copyOf(violations);
  }

  /** Whether no rule is broken. A history without acknowledged writes and reads proves nothing. */
  public boolean isClean() {
    return violations.isEmpty() && acknowledged > 0 && answeredReads > 0;
  }

  /** Acknowledged writes that a final read or a final quorum of replicas misses. */
  public long lostWrites() {
    return violations.stream()
        .map(Violation::lostWrite)
        .flatMap(Optional::stream)
        .distinct()
        .count();
  }

  /** Reads that missed at least one write that they had to return. */
  public long staleReads() {
    return violations.stream()
        .filter(Violation.StaleRead.class::isInstance)
        .map(violation -> ((Violation.StaleRead) violation).read())
        .distinct()
        .count();
  }

  /** Counts and the first violations. */
  public String describe() {
    String counts =
        String.format(
            Locale.ROOT,
            "%d writes acknowledged, %d refused, %d unknown; %d reads answered, %d failed; %d lost"
                + " writes, %d stale reads, %d violations",
            acknowledged,
            refused,
            unknown,
            answeredReads,
            failedReads,
            lostWrites(),
            staleReads(),
            violations.size());
    return violations.stream()
        .limit(SHOWN)
        .map(violation -> "\n  " + violation.describe())
        .collect(Collectors.joining("", counts, ""));
  }
}
