package io.amoeba.freshreads.choice.simulation;

/**
 * A time of constant load.
 *
 * @param nanos its length
 * @param threads active threads of all client processes, which have them in turn
 * @param writes part of the requests that are writes, 0 to 1
 * @param thinkNanos mean time of a thread between an answer and its next request
 * @param stallNanos how long the primary does nothing at the phase's start
 */
record Phase(long nanos, int threads, double writes, long thinkNanos, long stallNanos) {

  static final double YCSB_A = 0.5;
  static final double YCSB_B = 0.05;

  static Phase of(double seconds, int threads, double writes) {
    return new Phase(Math.round(seconds * 1e9), threads, writes, 0, 0);
  }

  Phase thinkingMicros(long mean) {
    return new Phase(nanos, threads, writes, mean * 1000, stallNanos);
  }

  Phase stalledMillis(long millis) {
    return new Phase(nanos, threads, writes, thinkNanos, millis * 1_000_000);
  }
}
