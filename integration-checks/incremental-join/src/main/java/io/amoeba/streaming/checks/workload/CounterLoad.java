package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.CounterChecker;
import io.amoeba.streaming.checks.history.Increment;
import io.amoeba.streaming.checks.history.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Threads that raise counters by lightweight transactions through random nodes until {@link
 * #stop()}. Each counter has two threads, so that they get into each other's way. Safe for
 * concurrent use.
 */
public final class CounterLoad implements AutoCloseable {
  private static final int THREADS_PER_COUNTER = 2;
  private static final long PAUSE_MILLIS = 40;
  private static final long STOP_WAIT_SECONDS = 60;

  private final CounterStore store;
  private final Supplier<List<Integer>> coordinators;
  private final int counters;
  private final long seed;
  private final Queue<Increment> increments = new ConcurrentLinkedQueue<>();
  private final Map<String, Long> errors = new ConcurrentSkipListMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * @param coordinators numbers of the nodes that may be asked, now
   * @param seed of the random choices; print it
   */
  public CounterLoad(
      CounterStore store, Supplier<List<Integer>> coordinators, int counters, long seed) {
    this.store = store;
    this.coordinators = coordinators;
    this.counters = counters;
    this.seed = seed;
  }

  /** Begins to count. */
  public synchronized void start() {
    for (int i = 0; i < counters * THREADS_PER_COUNTER; i++) {
      String counter = counter(i % counters);
      Random random = new Random(seed + i);
      Thread thread = new Thread(() -> count(counter, random), "counter-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private static String counter(int number) {
    return "counter-" + number;
  }

  private void count(String counter, Random random) {
    while (!stopped) {
      try {
        int value = store.value(coordinator(random), counter) + 1;
        raise(coordinator(random), counter, value);
      } catch (RuntimeException e) {
        // A read that is not answered proves nothing.
        record(e);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(random.nextLong(PAUSE_MILLIS));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void raise(int coordinator, String counter, int value) {
    long begin = System.nanoTime();
    Outcome outcome;
    try {
      if (!store.raise(coordinator, counter, value)) {
        return;
      }
      outcome = Outcome.OK;
    } catch (WriteRefusedException e) {
      outcome = Outcome.FAILED;
    } catch (RuntimeException e) {
      record(e);
      outcome = Outcome.UNKNOWN;
    }
    increments.add(new Increment(counter, value, begin, System.nanoTime(), outcome));
  }

  private void record(RuntimeException error) {
    errors.merge(store.kind(error), 1L, Long::sum);
  }

  private int coordinator(Random random) {
    List<Integer> all = coordinators.get();
    return all.get(random.nextInt(all.size()));
  }

  /** Increments that were acknowledged until now. */
  public long applied() {
    return increments.stream().filter(increment -> increment.outcome() == Outcome.OK).count();
  }

  /** Kinds of errors that clients got, reads included, and how often. */
  public Map<String, Long> errors() {
    return Map.copyOf(errors);
  }

  /** Ends all threads; every increment that was begun is then recorded. */
  public synchronized void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(STOP_WAIT_SECONDS));
      if (thread.isAlive()) {
        throw new IllegalStateException(
            "%s still waits for an answer after %d s: is there a limit for requests?"
                .formatted(thread.getName(), STOP_WAIT_SECONDS));
      }
    }
  }

  /** Reads the counters through every node and returns the broken rules; none if all is well. */
  public List<String> violations(Collection<Integer> nodes) {
    List<String> violations = new ArrayList<>();
    for (int node : nodes) {
      Map<String, Integer> last = new HashMap<>();
      for (int i = 0; i < counters; i++) {
        String counter = counter(i);
        last.put(counter, UntilAnswered.ask(() -> store.value(node, counter)));
      }
      CounterChecker.violations(List.copyOf(increments), last)
          .forEach(violation -> violations.add("through node %d: %s".formatted(node, violation)));
    }
    return List.copyOf(violations);
  }

  @Override
  public synchronized void close() {
    stopped = true;
    threads.forEach(Thread::interrupt);
  }
}
