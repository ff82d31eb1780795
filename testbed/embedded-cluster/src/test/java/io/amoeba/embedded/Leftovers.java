package io.amoeba.embedded;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Child processes that must be gone after a test. */
final class Leftovers {
  private Leftovers() {}

  /** The processes that this JVM has started and that still run. */
  static List<ProcessHandle> ownChildren() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList();
  }

  static void awaitGone(Collection<ProcessHandle> processes) {
    await("processes " + processes)
        .atMost(Duration.ofMinutes(1))
        .until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }
}
