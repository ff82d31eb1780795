package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.Outcome;
import io.amoeba.streaming.checks.history.Read;
import io.amoeba.streaming.checks.history.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Threads that write and read random keys through random nodes until {@link #stop()}. Nine of ten
 * writes are at QUORUM, the others at ALL; reads are at QUORUM. Safe for concurrent use.
 */
public final class Workload implements AutoCloseable {
  private static final int ALL_LEVEL_SHARE = 10;
  private static final int FILL_THREADS = 8;

  /** On a busy machine nodes take each other for down now and then, for some seconds. */
  private static final Duration FILL_PATIENCE = Duration.ofMinutes(5);

  private static final long RETRY_MILLIS = 100;
  private static final long POLL_MILLIS = 20;
  private static final long STOP_WAIT_SECONDS = 60;

  private final VersionStore store;
  private final WorkloadSettings settings;
  private final long seed;
  private final Recorder recorder;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * @param seed of the random choices; print it
   */
  public Workload(VersionStore store, WorkloadSettings settings, long seed) {
    this.store = store;
    this.settings = settings;
    this.seed = seed;
    this.recorder = new Recorder(store, System::nanoTime);
  }

  /** The key with this number, from 0. */
  public static String key(int number) {
    return "key-" + number;
  }

  /**
   * Writes every key at ALL, so that a join has something to stream.
   *
   * @throws IllegalStateException if a key cannot be written
   */
  public void fill() throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    long deadline = System.nanoTime() + FILL_PATIENCE.toNanos();
    List<Thread> fillers =
        IntStream.range(0, FILL_THREADS)
            .mapToObj(
                number -> new Thread(() -> fill(next, new Random(seed - number), deadline), "fill"))
            .toList();
    fillers.forEach(Thread::start);
    for (Thread filler : fillers) {
      filler.join();
    }
    if (acknowledgedWrites() < settings.keys()) {
      throw new IllegalStateException(
          "Only %d of %d keys could be written within %d s: are all nodes up? %s"
              .formatted(
                  acknowledgedWrites(), settings.keys(), FILL_PATIENCE.toSeconds(), errors()));
    }
  }

  private void fill(AtomicInteger next, Random random, long deadline) {
    for (int number = next.getAndIncrement();
        number < settings.keys();
        number = next.getAndIncrement()) {
      while (recorder.write(coordinator(random), key(number), Level.ALL) != Outcome.OK) {
        if (System.nanoTime() - deadline > 0) {
          return;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
      }
    }
  }

  /** Begins to write and read. */
  public synchronized void start() {
    for (int i = 0; i < settings.writers(); i++) {
      start("writer-" + i, settings.writers(), settings.writesPerSec(), this::write);
    }
    for (int i = 0; i < settings.readers(); i++) {
      start("reader-" + i, settings.readers(), settings.readsPerSec(), this::read);
    }
  }

  private interface Operation {
    void run(Random random);
  }

  private void start(String name, int threadCount, int operationsPerSec, Operation operation) {
    long periodNanos = TimeUnit.SECONDS.toNanos(1) * threadCount / operationsPerSec;
    Random random = new Random(seed + threads.size());
    Thread thread = new Thread(() -> repeat(operation, random, periodNanos), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(Operation operation, Random random, long periodNanos) {
    long due = System.nanoTime();
    while (!stopped) {
      operation.run(random);
      // A slow answer is not made up for: the load is the same before and after a disturbance.
      due = Math.max(due + periodNanos, System.nanoTime());
      try {
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void write(Random random) {
    Level level = random.nextInt(ALL_LEVEL_SHARE) == 0 ? Level.ALL : Level.QUORUM;
    recorder.write(coordinator(random), randomKey(random), level);
  }

  private void read(Random random) {
    recorder.read(coordinator(random), randomKey(random), Level.QUORUM);
  }

  private String randomKey(Random random) {
    return key(random.nextInt(settings.keys()));
  }

  private int coordinator(Random random) {
    List<Integer> coordinators = store.coordinators();
    return coordinators.get(random.nextInt(coordinators.size()));
  }

  /** Acknowledged writes until now. */
  public long acknowledgedWrites() {
    return recorder.acknowledgedWrites();
  }

  /**
   * Waits until this many further writes are acknowledged.
   *
   * @throws IllegalStateException if it takes longer
   */
  public void awaitFurtherWrites(long count, Duration limit) throws InterruptedException {
    long goal = acknowledgedWrites() + count;
    long deadline = System.nanoTime() + limit.toNanos();
    while (acknowledgedWrites() < goal) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "Only %d of %d further writes were acknowledged within %s"
                .formatted(acknowledgedWrites() - goal + count, count, limit));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Ends all threads; every operation that was begun is then recorded. */
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

  public List<Write> writes() {
    return recorder.writes();
  }

  public List<Read> reads() {
    return recorder.reads();
  }

  public long failedReads() {
    return recorder.failedReads();
  }

  /** Kinds of errors that clients got, refusals aside, and how often. */
  public Map<String, Long> errors() {
    return recorder.errors();
  }

  /** As {@link #stop()}, but does not wait for answers. */
  @Override
  public synchronized void close() {
    stopped = true;
    threads.forEach(Thread::interrupt);
  }
}
