package io.amoeba.partitioner.handover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records that wait for a former owner, in the order of their arrival, each former owner's apart so
 * that letting one group go does not scan the others. Confined to the task thread; size and times
 * may be read by others.
 */
final class HoldBuffer<T> implements Iterable<Routed<T>> {

  private final ArrayDeque<Routed<T>> restored = new ArrayDeque<>();
  private final TreeMap<Integer, ArrayDeque<Routed<T>>> byFormerOwner = new TreeMap<>();
  private volatile int size;
  private volatile long bytes;
  private volatile long lastHoldMicros;
  private volatile long longestHoldMicros;
  private long holdingSinceNanos;

  HoldBuffer(List<Routed<T>> restoredRecords) {
    restored.addAll(restoredRecords);
    size = restored.size();
    bytes = restoredRecords.stream().mapToLong(routed -> routed.heldBytes).sum();
    holdingSinceNanos = System.nanoTime();
  }

  void add(Routed<T> routed) {
    if (size == 0) {
      holdingSinceNanos = System.nanoTime();
    }
    byFormerOwner.computeIfAbsent(routed.waitFor, owner -> new ArrayDeque<>()).add(routed);
    size = size + 1;
    bytes = bytes + routed.heldBytes;
  }

  /** Takes out the next record that may be processed, or null. */
  @Nullable Routed<T> pollFirst(GateLedger ledger) {
    Routed<T> next = restored.poll();
    if (next == null) {
      next = pollAllowed(ledger);
    }
    if (next != null) {
      size = size - 1;
      bytes = bytes - next.heldBytes;
      if (size == 0) {
        lastHoldMicros = (System.nanoTime() - holdingSinceNanos) / 1_000;
        longestHoldMicros = Math.max(longestHoldMicros, lastHoldMicros);
      }
    }
    return next;
  }

  private @Nullable Routed<T> pollAllowed(GateLedger ledger) {
    for (Iterator<ArrayDeque<Routed<T>>> groups = byFormerOwner.values().iterator();
        groups.hasNext(); ) {
      ArrayDeque<Routed<T>> group = groups.next();
      Routed<T> first = group.peek();
      if (first != null && ledger.mayProcess(first)) {
        group.poll();
        if (group.isEmpty()) {
          groups.remove();
        }
        return first;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Bytes of the records, as {@link Routed#heldBytes} says. */
  long bytes() {
    return bytes;
  }

  /** How long records waited the last time, from the first one kept to the last one let go. */
  long lastHoldMicros() {
    return lastHoldMicros;
  }

  long longestHoldMicros() {
    return longestHoldMicros;
  }

  @Override
  public Iterator<Routed<T>> iterator() {
    ArrayList<Routed<T>> all = new ArrayList<>(restored);
    byFormerOwner.values().forEach(all::addAll);
    return all.iterator();
  }
}
