package io.amoeba.coordinator.http;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The system's clock, which a test may hold at an earlier time. Safe for concurrent use. */
final class HeldClock extends Clock {

  private final AtomicReference<Runnable> next = new AtomicReference<>(() -> {});
  private volatile @Nullable Instant held;

  /** Does something once, when somebody looks at it next. */
  void whenRead(Runnable action) {
    next.set(action);
  }

  /** Stands still from now on. */
  void hold(Instant at) {
    held = at;
  }

  /** Shows the system's time again. */
  void release() {
    held = null;
  }

  @Override
  public Instant instant() {
    next.getAndSet(() -> {}).run();
    Instant now = held;
    return now == null ? Instant.now() : now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("tests need no other zone");
  }
}
