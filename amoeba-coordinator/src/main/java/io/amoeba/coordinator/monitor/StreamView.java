package io.amoeba.coordinator.monitor;

import java.util.List;

/** What the stream processor's driver found. Immutable. */
public sealed interface StreamView {

  /** The job, and task slots that are free as far as that was asked for. */
  record Found(StreamJob job, List<FreeTaskSlots> free) implements StreamView {
    public Found {
      free = List.copyOf(free);
    }

    /** The job, without a look for free task slots. */
    public Found(StreamJob job) {
      this(job, List.of());
    }
  }

  /** No running job has the wanted name (empty: any); these run. */
  record Missing(String wanted, List<String> running) implements StreamView {
    public Missing {
      running = List.copyOf(running);
    }
  }

  /**
   * Several running jobs could be meant.
   *
   * @param wanted the name that all of them have; empty: no name is configured
   * @param running their names and ids
   */
  record Ambiguous(String wanted, List<String> running) implements StreamView {
    public Ambiguous {
      running = List.copyOf(running);
    }
  }

  /** No stream processor is configured, so that the store is all there is. */
  record NotConfigured() implements StreamView {}

  /** Nothing answered: why. */
  record Unreachable(String reason) implements StreamView {}
}
