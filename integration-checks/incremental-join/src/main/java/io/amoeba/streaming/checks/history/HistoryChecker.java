package io.amoeba.streaming.checks.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Judges a history. A key is a set of versions that only grows, so no order of concurrent writes
 * has to be guessed: a version that was acknowledged must be in everything that is read later, as
 * far as the two consistency levels meet. Confined to one thread.
 */
public final class HistoryChecker {
  private final History history;
  private final List<Violation> violations = new ArrayList<>();

  /** Acknowledged writes of each key, in the order in which they ended. */
  private final Map<String, List<Write>> acknowledged;

  private final Map<String, Map<Integer, Write>> begun = new HashMap<>();

  private HistoryChecker(History history) {
    this.history = history;
    this.acknowledged =
        history.writes().stream()
            .filter(write -> write.outcome() == Outcome.OK)
            .sorted(Comparator.comparingLong(Write::endNanos))
            .collect(Collectors.groupingBy(Write::key));
    for (Write write : history.writes()) {
      Write other =
          begun.computeIfAbsent(write.key(), key -> new HashMap<>()).put(write.version(), write);
      if (other != null) {
        throw new IllegalArgumentException(
            "Versions must be unique for their key, but there are %s and %s"
                .formatted(other, write));
      }
    }
  }

  /**
   * Applies all rules.
   *
   * @throws IllegalArgumentException if two writes have the same key and version
   */
  public static Verdict check(History history) {
    HistoryChecker checker = new HistoryChecker(history);
    checker.checkReads();
    checker.checkFinalReads();
    checker.checkCopies();
    return checker.verdict();
  }

  private Verdict verdict() {
    Map<Outcome, Long> writes =
        history.writes().stream()
            .collect(Collectors.groupingBy(Write::outcome, Collectors.counting()));
    return new Verdict(
        writes.getOrDefault(Outcome.OK, 0L),
        writes.getOrDefault(Outcome.FAILED, 0L),
        writes.getOrDefault(Outcome.UNKNOWN, 0L),
        history.reads().size(),
        history.failedReads(),
        violations);
  }

  private void checkReads() {
    for (Read read : history.reads()) {
      for (Write write : acknowledged.getOrDefault(read.key(), List.of())) {
        if (write.endNanos() >= read.beginNanos()) {
          break;
        }
        if (mustMeet(write, read) && !read.seen().contains(write.version())) {
          violations.add(new Violation.StaleRead(write, read));
        }
      }
      checkPhantoms(read);
    }
  }

  private void checkFinalReads() {
    for (Read read : history.finalReads()) {
      for (Write write : acknowledged.getOrDefault(read.key(), List.of())) {
        if (mustMeet(write, read) && !read.seen().contains(write.version())) {
          violations.add(new Violation.LostWrite(write, read));
        }
      }
      checkPhantoms(read);
    }
    for (Level level : List.of(Level.QUORUM, Level.ALL)) {
      Map<String, List<Read>> reads =
          history.finalReads().stream()
              .filter(read -> read.level() == level)
              .collect(Collectors.groupingBy(Read::key));
      acknowledged.keySet().stream()
          .filter(key -> !reads.containsKey(key))
          .forEach(key -> violations.add(new Violation.Unchecked(key, "final read at " + level)));
    }
  }

  private boolean mustMeet(Write write, Read read) {
    return write.level().meets(read.level(), history.replicationFactor());
  }

  private void checkPhantoms(Read read) {
    Map<Integer, Write> ofKey = begun.getOrDefault(read.key(), Map.of());
    read.seen().stream()
        .filter(
            version -> {
              Write write = ofKey.get(version);
              return write == null || write.beginNanos() > read.endNanos();
            })
        .forEach(version -> violations.add(new Violation.Phantom(version, read)));
  }

  /** Stricter than reading at QUORUM, which asks one quorum only: no quorum may miss a write. */
  private void checkCopies() {
    Map<String, Map<Integer, VersionSet>> copies =
        history.finalCopies().stream()
            .collect(
                Collectors.groupingBy(
                    ReplicaCopy::key, Collectors.toMap(ReplicaCopy::replica, ReplicaCopy::seen)));
    acknowledged.forEach(
        (key, writes) -> {
          Map<Integer, VersionSet> ofKey = copies.getOrDefault(key, Map.of());
          if (ofKey.size() != history.replicationFactor()) {
            violations.add(
                new Violation.Unchecked(
                    key,
                    "copy of each of %d replicas, but of %s"
                        .formatted(history.replicationFactor(), ofKey.keySet())));
          } else {
            writes.forEach(write -> checkCopies(write, ofKey));
          }
        });
  }

  private void checkCopies(Write write, Map<Integer, VersionSet> copies) {
    int promised = write.level().replicas(history.replicationFactor());
    long present = copies.values().stream().filter(copy -> copy.contains(write.version())).count();
    if (present < promised) {
      violations.add(new Violation.MissingCopies(write, present, promised));
    }
  }
}
