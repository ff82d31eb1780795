package io.amoeba.linearroad.run;

import java.net.URI;

/** Is told how a run goes, on the thread of the run. */
public interface RunView {
  /** A part of the servers has started. */
  void started(String name, int done, int total);

  /** Everything runs. */
  void running(URI page);

  /** How it goes; about every second. */
  void status(LiveStatus status);

  /** Something that happens once, as a sentence. */
  void event(String text);

  /**
   * How a run goes; NaN: not known.
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
