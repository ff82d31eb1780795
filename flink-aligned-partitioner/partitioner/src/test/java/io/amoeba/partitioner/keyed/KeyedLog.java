package io.amoeba.partitioner.keyed;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * What the keyed job of the tests did, for all subtasks of the mini cluster: where each key was
 * processed, and what its state, its timer and its windows said in the end.
 */
final class KeyedLog {

  private static final AtomicLong PROCESSED = new AtomicLong();
  private static final AtomicLong STRAYS = new AtomicLong();
  private static final AtomicLong IN_WINDOWS = new AtomicLong();
  private static final ConcurrentMap<String, Long> COUNTS = new ConcurrentHashMap<>();
  private static final ConcurrentMap<String, Long> WINDOWS = new ConcurrentHashMap<>();
  private static final List<String> PROBLEMS = new ArrayList<>();

  private KeyedLog() {}

  static synchronized void reset() {
    PROCESSED.set(0);
    STRAYS.set(0);
    IN_WINDOWS.set(0);
    COUNTS.clear();
    WINDOWS.clear();
    PROBLEMS.clear();
  }

  /** A key is at a subtask, whose key groups should hold its hash slot. */
  static void visit(String key, TaskInfo task) {
    int maxParallelism = task.getMaxNumberOfParallelSubtasks();
    int width = HashSlot.COUNT / maxParallelism;
    KeyGroupRange range =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
    int hashSlot = HashSlot.of(key);
    if (hashSlot < range.getStartKeyGroup() * width
        || hashSlot >= (range.getEndKeyGroup() + 1) * width) {
      STRAYS.incrementAndGet();
    }
  }

  static void processed() {
    PROCESSED.incrementAndGet();
  }

  static void timerFired(String key, long count) {
    if (COUNTS.put(key, count) != null) {
      problem("the timer of " + key + " fired twice");
    }
  }

  static void windowFired(String key, long start, long count) {
    IN_WINDOWS.addAndGet(count);
    if (WINDOWS.put(key + " from " + start, count) != null) {
      problem("the window of " + key + " from " + start + " fired twice");
    }
  }

  static synchronized void problem(String problem) {
    PROBLEMS.add(problem);
  }

  static long recordsProcessed() {
    return PROCESSED.get();
  }

  /** Keys that were at a subtask whose range of hash slots they do not belong to. */
  static long strays() {
    return STRAYS.get();
  }

  /** Records per key, as its state said when its timer fired. */
  static Map<String, Long> counts() {
    return Map.copyOf(COUNTS);
  }

  static int windows() {
    return WINDOWS.size();
  }

  static long recordsInWindows() {
    return IN_WINDOWS.get();
  }

  static synchronized List<String> problems() {
    return List.copyOf(PROBLEMS.subList(0, Math.min(20, PROBLEMS.size())));
  }
}
