package io.amoeba.coordinator.execute;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test turns. */
public final class ManualClock extends Clock {

  private long millis = 1_000_000;

  /** Turns it on. */
  public void advance(long byMillis) {
    millis += byMillis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
