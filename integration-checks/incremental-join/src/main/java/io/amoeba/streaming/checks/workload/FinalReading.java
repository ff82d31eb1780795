package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.History;
import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.Read;
import io.amoeba.streaming.checks.history.ReplicaCopy;
import io.amoeba.streaming.checks.history.VersionSet;
import io.amoeba.streaming.checks.history.Write;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads everything that was written once more when all writes have ended: from each replica alone,
 * and at QUORUM and ALL through a node that differs from key to key. Confined to one thread.
 */
public final class FinalReading {
  private static final int THREADS = 8;

  private final VersionStore store;
  private final Queue<Read> reads = new ConcurrentLinkedQueue<>();
  private final Queue<ReplicaCopy> copies = new ConcurrentLinkedQueue<>();

  public FinalReading(VersionStore store) {
    this.store = store;
  }

  /**
   * The history of an ended workload together with what is found now.
   *
   * @throws IllegalStateException if something cannot be read
   */
  public History complete(int replicationFactor, Workload workload) throws InterruptedException {
    List<Write> writes = workload.writes();
    List<String> keys = writes.stream().map(Write::key).distinct().toList();
    AtomicInteger next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> readers =
          Collections.nCopies(
              THREADS,
              () -> {
                read(keys, next);
                return null;
              });
      for (Future<Void> reader : threads.invokeAll(readers)) {
        reader.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "The written keys cannot be read in the end: are all nodes up?", e.getCause());
    } finally {
      threads.shutdownNow();
    }
    return new History(
        replicationFactor,
        writes,
        workload.reads(),
        workload.failedReads(),
        List.copyOf(reads),
        List.copyOf(copies));
  }

  private void read(List<String> keys, AtomicInteger next) {
    for (int i = next.getAndIncrement(); i < keys.size(); i = next.getAndIncrement()) {
      String key = keys.get(i);
      for (int replica : store.replicas(key)) {
        copies.add(
            new ReplicaCopy(key, replica, UntilAnswered.ask(() -> store.readCopy(replica, key))));
      }
      List<Integer> coordinators = store.coordinators();
      read(coordinators.get(i % coordinators.size()), key, Level.QUORUM);
      read(coordinators.get((i + 1) % coordinators.size()), key, Level.ALL);
    }
  }

  private void read(int coordinator, String key, Level level) {
    long begin = System.nanoTime();
    VersionSet seen = UntilAnswered.ask(() -> store.read(coordinator, key, level));
    reads.add(new Read(key, seen, level, coordinator, begin, System.nanoTime()));
  }
}
