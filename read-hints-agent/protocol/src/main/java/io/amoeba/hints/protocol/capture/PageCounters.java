package io.amoeba.hints.protocol.capture;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * How many slots of a page are claimed, and how many of those are filled: changed by every thread
 * that adds. Both are in one line of the CPU caches, since who changes one changes the other;
 * nothing else is, wherever the collector moves it. Safe for concurrent use.
 */
final class PageCounters extends CountersBetween {

  private static final AtomicIntegerFieldUpdater<CountersBetween> CLAIMED =
      AtomicIntegerFieldUpdater.newUpdater(CountersBetween.class, "claimed");
  private static final AtomicIntegerFieldUpdater<CountersBetween> PUBLISHED =
      AtomicIntegerFieldUpdater.newUpdater(CountersBetween.class, "published");

  @SuppressWarnings("unused") // takes room
  private long after1, after2, after3, after4, after5, after6, after7, after8;

  PageCounters(int claimed) {
    this.claimed = claimed;
  }

  /** No slot is claimed. */
  void reset() {
    published = 0;
    claimed = 0;
  }

  int claimed() {
    return claimed;
  }

  /** The slot. */
  int claim() {
    return CLAIMED.getAndIncrement(this);
  }

  /** How many were claimed until then. */
  int close(int claimedFromNowOn) {
    return CLAIMED.getAndSet(this, claimedFromNowOn);
  }

  int published() {
    return published;
  }

  void publish() {
    PUBLISHED.getAndIncrement(this);
  }
}

/** A class's fields come after those of the one that it extends. */
@SuppressWarnings("unused") // takes room
abstract class RoomBefore {
  private long before1, before2, before3, before4, before5, before6, before7, before8;
}

abstract class CountersBetween extends RoomBefore {
  volatile int claimed;
  volatile int published;
}
