package io.amoeba.streaming.protocol.simulation;

import java.util.PriorityQueue;
import java.util.Random;

/** Simulated time: events in order of their moment, ties in order of their creation. */
final class Timeline {

  private record Event(long atMillis, long number, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atMillis, other.atMillis);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  final Random random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long nowMillis;
  private long number;

  Timeline(Random random) {
    this.random = random;
  }

  long nowMillis() {
    return nowMillis;
  }

  long events() {
    return number;
  }

  void after(long delayMillis, Runnable action) {
    events.add(new Event(nowMillis + delayMillis, number++, action));
  }

  void runUntil(long endMillis) {
    for (Event next = events.peek();
        next != null && next.atMillis() <= endMillis;
        next = events.peek()) {
      events.remove();
      nowMillis = next.atMillis();
      next.action().run();
    }
    nowMillis = endMillis;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  long between(long least, long most) {
    return least + (long) (random.nextDouble() * (most - least + 1));
  }
}
