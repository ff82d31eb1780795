package io.amoeba.streaming.protocol.join;

/** Port: milliseconds that never go back, from any origin. */
@FunctionalInterface
public interface MonotonicClock {

  long millis();
}
