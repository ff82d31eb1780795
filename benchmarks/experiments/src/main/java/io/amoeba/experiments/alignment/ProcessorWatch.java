package io.amoeba.experiments.alignment;

import io.amoeba.containers.stack.Stack;
import io.amoeba.experiments.usage.UsageLog;
import java.time.Duration;
import java.util.List;

/** Follows what the containers of a stack use of the machine's processors. Immutable. */
final class ProcessorWatch {
  /** Rarely: each look is a few processes in each container. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final List<UsageLog> logs;

  private ProcessorWatch(List<UsageLog> logs) {
    this.logs = logs;
  }

  /** From now on; the client runs already. */
  static ProcessorWatch begin(Stack stack) {
    return new ProcessorWatch(
        stack.containers().stream()
            .filter(container -> ProcessorUse.counts(container.service()))
            .map(container -> UsageLog.begin(container, PERIOD))
            .toList());
  }

  /** What was seen so far. */
  List<ProcessorUse.Service> seen() {
    return logs.stream()
        .map(log -> new ProcessorUse.Service(log.container().service(), log.all()))
        .toList();
  }
}
