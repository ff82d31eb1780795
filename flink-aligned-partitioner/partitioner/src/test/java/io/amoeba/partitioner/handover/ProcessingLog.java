package io.amoeba.partitioner.handover;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The store of the hand-over tests: one read-modify-write per record, shared by all subtasks of the
 * mini cluster, which notices when records of a key come out of order or at the same time.
 */
final class ProcessingLog {

  private static final ConcurrentMap<String, Long> LAST = new ConcurrentHashMap<>();
  private static final ConcurrentMap<Integer, AtomicInteger> BUSY = new ConcurrentHashMap<>();
  private static final List<String> VIOLATIONS = new ArrayList<>();
  private static final BitSet SEEN = new BitSet();
  private static final AtomicLong PROCESSED = new AtomicLong();
  private static final AtomicLong FAIL_AT = new AtomicLong();
  private static final AtomicInteger FAILURES = new AtomicInteger();

  private ProcessingLog() {}

  static synchronized void reset() {
    LAST.clear();
    BUSY.clear();
    VIOLATIONS.clear();
    SEEN.clear();
    PROCESSED.set(0);
    FAIL_AT.set(Long.MAX_VALUE);
    FAILURES.set(0);
  }

  static void failAfter(long records) {
    FAIL_AT.set(records);
  }

  static int failures() {
    return FAILURES.get();
  }

  static long processed() {
    return PROCESSED.get();
  }

  static synchronized List<String> violations() {
    return List.copyOf(VIOLATIONS.subList(0, Math.min(20, VIOLATIONS.size())));
  }

  static synchronized long missing(int records) {
    return records - SEEN.cardinality();
  }

  static void process(int attempt, int key, int router, long sequence) {
    long failAt = FAIL_AT.get();
    if (PROCESSED.incrementAndGet() >= failAt && FAIL_AT.compareAndSet(failAt, Long.MAX_VALUE)) {
      FAILURES.incrementAndGet();
      throw new IllegalStateException("failing on purpose");
    }
    AtomicInteger busy = BUSY.computeIfAbsent(key, k -> new AtomicInteger());
    if (busy.incrementAndGet() != 1) {
      violation("key " + key + " is processed by two subtasks at once");
    }
    // A source subtask reads ascending numbers, so a key's numbers ascend per router and attempt.
    String lane = attempt + "/" + router + "/" + key;
    Long before = LAST.get(lane);
    if (before != null && before >= sequence) {
      violation("key " + key + " of router " + router + ": " + sequence + " after " + before);
    }
    LAST.put(lane, sequence);
    synchronized (ProcessingLog.class) {
      SEEN.set((int) sequence);
    }
    busy.decrementAndGet();
  }

  private static synchronized void violation(String text) {
    VIOLATIONS.add(text);
  }
}
