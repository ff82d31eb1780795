package io.amoeba.freshreads.proof.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Runs actions by their time; those of the same time in the order in which they were added. */
final class EventLoop {

  private record Event(long nanos, long number, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private long nowNanos;
  private long added;

  long now() {
    return nowNanos;
  }

  void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(nanos, nowNanos), added++, action));
  }

  void after(long nanos, Runnable action) {
    at(nowNanos + nanos, action);
  }

  void runUntil(long endNanos) {
    while (!events.isEmpty() && events.peek().nanos() <= endNanos) {
      Event next = events.poll();
      nowNanos = next.nanos();
      next.action().run();
    }
  }
}
