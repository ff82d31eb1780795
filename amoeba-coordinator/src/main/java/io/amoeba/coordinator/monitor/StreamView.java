package io.amoeba.coordinator.monitor;

import java.util.List;

/** What the stream processor's driver found. Immutable. */
public sealed interface StreamView {

  /** The job. */
  record Found(StreamJob job) implements StreamView {}

  /** No running job has the wanted name (empty: any); these run. */
  record Missing(String wanted, List<String> running) implements StreamView {
    public Missing {
      running = List.copyOf(running);
    }
  }

  /** Several running jobs could be meant. */
  record Ambiguous(List<String> running) implements StreamView {
    public Ambiguous {
      running = List.copyOf(running);
    }
  }

  /** Nothing answered: why. */
  record Unreachable(String reason) implements StreamView {}
}
