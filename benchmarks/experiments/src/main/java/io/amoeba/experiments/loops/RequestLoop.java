package io.amoeba.experiments.loops;

import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;

/** Requests that are sent until this is closed. Safe for concurrent use. */
public interface RequestLoop extends AutoCloseable {
  /**
   * Starts an open loop, or a closed one.
   *
   * @param perSecond 0: closed
   * @param inFlight of a closed loop
   * @param requests sends one; takes its start by {@link System#nanoTime}, and tells, without an
   *     error in any case, whether it was answered
   */
  static RequestLoop start(
      int perSecond, int inFlight, LongFunction<CompletionStage<Boolean>> requests) {
    return perSecond == 0
        ? new ClosedLoop(inFlight, requests)
        : new OpenLoop(perSecond, requests).start();
  }

  /** Waits for the answers of all requests that were sent. */
  @Override
  void close() throws InterruptedException;
}
