package io.amoeba.streaming.checks.scenario;

import java.nio.file.Path;
import java.util.List;

/**
 * How a scenario went. Immutable.
 *
 * @param joinSeconds from the start of the first joining node to the full membership of the last
 * @param readsWhileJoining reads that the first joining node had answered for others when it was
 *     last seen joining
 * @param emptyDataFolders data folders of joining nodes to which nothing was streamed, so that the
 *     other findings say nothing about them
 */
record ScenarioResult(
    Findings findings,
    int steps,
    long joinSeconds,
    long readsWhileJoining,
    List<Path> emptyDataFolders) {
  ScenarioResult {
    emptyDataFolders = List.copyOf(emptyDataFolders);
  }

  /** Whether enough happened to judge, and no rule is broken. */
  boolean isClean() {
    return findings.isClean() && emptyDataFolders.isEmpty();
  }

  String describe() {
    return findings.describe()
        + (emptyDataFolders.isEmpty() ? "" : "; data folders without data: " + emptyDataFolders);
  }
}
