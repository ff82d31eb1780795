package io.amoeba.freshreads.choice.simulation;

import java.util.Arrays;

/** Events by their time: a binary heap of primitives, since a second has half a million. */
final class EventQueue {

  static final int REQUEST = 0;
  static final int ANSWER = 1;
  static final int APPLY = 2;
  static final int TICK = 3;
  static final int ACKNOWLEDGED = 4;
  static final int PROBED = 5;

  private long[] times = new long[1024];
  private long[] events = new long[1024];
  private int size;

  static int kind(long event) {
    return (int) (event >>> 40);
  }

  static int id(long event) {
    return (int) event;
  }

  static int node(long event) {
    return (int) (event >>> 32) & 0xFF;
  }

  long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  void add(long nanos, int kind, int id, int node) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int at = size++;
    while (at > 0 && times[(at - 1) / 2] > nanos) {
      times[at] = times[(at - 1) / 2];
      events[at] = events[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    times[at] = nanos;
    events[at] = (long) kind << 40 | (long) node << 32 | id;
  }

  long poll() {
    final long first = events[0];
    size--;
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child + 1 < size && times[child + 1] < times[child]) {
        child++;
      }
      if (child >= size || times[child] >= times[size]) {
        break;
      }
      times[at] = times[child];
      events[at] = events[child];
      at = child;
    }
    times[at] = times[size];
    events[at] = events[size];
    return first;
  }
}
