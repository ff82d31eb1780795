package io.amoeba.coordinator.changes.parallelism;

import java.time.Duration;

/** The time that goes by while Flink does something. Safe for concurrent use. */
public interface RescaleClock {

  /** The machine's clock, with five looks in a second. */
  RescaleClock SYSTEM =
      new RescaleClock() {
        private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void untilNextLook() throws InterruptedException {
          Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
      };

  /** As {@link System#nanoTime}. */
  long nanos();

  /** Waits a little. */
  void untilNextLook() throws InterruptedException;
}
