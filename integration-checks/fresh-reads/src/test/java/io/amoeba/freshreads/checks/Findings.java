package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.checks.StalenessJudge.Verdict;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an observation found. Immutable.
 *
 * @param servers kind and version
 * @param writes acknowledged writes
 * @param lostWrites those among them that a failover lost
 * @param bounded findings of the readers with a bound, by their bounds
 */
record Findings(
    String servers, int writes, int lostWrites, Reader control, Map<Duration, Reader> bounded) {

  /**
   * @param failed reads without an answer
   */
  record Reader(Verdict verdict, long failed) {}

  /**
   * Checks that no bound was exceeded, that replicas answered, and that the control exceeded
   * bounds, without which the fault was none. Answers of primaries have no bound: one may have been
   * replaced without knowing it, or its answer may wait in a stopped reader.
   *
   * @param fault for messages
   */
  void check(String fault, Duration... exceededByControl) {
    System.out.println(text(fault));
    bounded.forEach(
        (bound, reader) -> {
          assertThat(reader.verdict().over(bound))
              .as("answers of replicas over %s; %s", bound, text(fault))
              .isZero();
          assertThat(reader.verdict().fromReplicas()).as("%s: replicas", fault).isPositive();
        });
    for (Duration bound : exceededByControl) {
      assertThat(control.verdict().over(bound))
          .as("%s: answers of the control over %s", fault, bound)
          .isPositive();
    }
  }

  private String text(String fault) {
    return "%s, %s: %d writes, %d lost%n%s"
        .formatted(
            servers,
            fault,
            writes,
            lostWrites,
            Stream.concat(
                    Stream.of(line("control", control)),
                    bounded.entrySet().stream().map(each -> line(each.getKey(), each.getValue())))
                .collect(Collectors.joining("\n")));
  }

  private static String line(Object name, Reader reader) {
    Verdict verdict = reader.verdict();
    return String.format(
        Locale.ROOT,
        "  %-8s %,9d judged, %5.1f %% by replicas, %,d over 100 ms, %,d over 1 s, worst %.3f s, %d"
            + " failed, %d stale of primaries",
        name,
        verdict.judged(),
        100 * verdict.replicaShare(),
        verdict.over(Observation.TENTH),
        verdict.over(Observation.SECOND),
        verdict.worstAge().toNanos() / 1e9,
        reader.failed(),
        verdict.primaryAges().size());
  }
}
