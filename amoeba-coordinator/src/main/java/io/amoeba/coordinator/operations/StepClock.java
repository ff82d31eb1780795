package io.amoeba.coordinator.operations;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that goes by within a step, and the waits in it. Safe for concurrent use. */
public interface StepClock {

  /** The machine's monotonic clock. */
  StepClock SYSTEM = of(System::nanoTime, time -> Thread.sleep(time.toMillis()));

  /** How to wait. */
  interface Sleep {
    void of(Duration time) throws InterruptedException;
  }

  /** As {@link System#nanoTime}. */
  long nanos();

  /** Waits. */
  void sleep(Duration time) throws InterruptedException;

  /** A clock of these. */
  static StepClock of(LongSupplier nanoTime, Sleep sleep) {
    return new StepClock() {
      @Override
      public long nanos() {
        return nanoTime.getAsLong();
      }

      @Override
      public void sleep(Duration time) throws InterruptedException {
        sleep.of(time);
      }
    };
  }
}
