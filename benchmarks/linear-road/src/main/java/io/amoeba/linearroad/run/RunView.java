package io.amoeba.linearroad.run;

import java.net.URI;

/** Shows a run to its user. Safe for concurrent use. */
public interface RunView {
  /** Shows a line of text. */
  void line(String text);

  /** Shows the status; called about every second. */
  void status(LiveStatus status);

  /** Shows that a part of the servers has started. */
  default void started(String name, int done, int total) {
    line("  [%d/%d] %s".formatted(done, total, name));
  }

  /** Shows that everything runs. */
  default void running(URI page) {
    line("Coordinator: " + page);
  }

  /** Shows something that happens once. */
  default void event(String text) {
    line("-- " + text);
  }

  /**
   * The status of a run; NaN: not known.
   *
   * @param elapsedSeconds of feeding
   * @param simulatedSecond up to which everything is answered
   * @param localHitRate since the status before, 0 … 1
   * @param phase of the alignment, for people
   * @param epoch of the map of operator Toll; 0: none
   */
  record LiveStatus(
      double elapsedSeconds,
      int simulatedSecond,
      double recordsPerSecond,
      double localHitRate,
      double tollLatencyP50Micros,
      double tollLatencyP99Micros,
      String phase,
      long epoch) {}
}
