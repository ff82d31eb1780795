package io.amoeba.streaming.protocol.join;

import java.util.SortedSet;

/**
 * Port: asynchronous work on a step's tokens that the step waits for, as a repair of Paxos before
 * its streaming or a warm-up of caches before its switch. A failed run is started again after a
 * pause.
 */
@FunctionalInterface
public interface StepWork {

  Run start(SortedSet<Long> tokens);

  /** One run of the work. Neither call blocks. */
  interface Run {

    WorkStatus poll();

    /** Ends it. A second call does nothing. */
    void abort();
  }
}
