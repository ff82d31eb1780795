package io.amoeba.coordinator.monitor;

import java.util.concurrent.TimeUnit;

/**
 * A clock that nobody sets, for ages and time limits; what people are shown is by the wall clock.
 * Safe for concurrent use.
 */
@FunctionalInterface
public interface Ticker {

  /** That of this process. */
  Ticker SYSTEM = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

  /** Milliseconds since some moment; never less than before. */
  long millis();
}
