package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import io.amoeba.experiments.JsonLines;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the table if it is not there, loads it, then asks for its rows until the time is over;
 * every second is told by a line. Each of {@code inFlight} threads waits for its answer before it
 * asks again. Confined to one thread.
 */
public final class Traffic {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int LOADING_THREADS = 32;
  private static final int LOADED_LINES = 10;
  private static final int INSERT_ATTEMPTS = 5;

  /** After a second has ended, for those who took the time just before. */
  private static final long LINGER_MILLIS = 100;

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 10;
  private static final long MOVE_POLL_MILLIS = 50;
  private static final int SHOWN_FAILURES = 10;

  private final TrafficOptions options;
  private final Clock clock;
  private final PrintWriter out;
  private final AtomicLong failures = new AtomicLong();

  /**
   * Prepares it.
   *
   * @param out gets the lines
   */
  public Traffic(TrafficOptions options, Clock clock, PrintWriter out) {
    this.options = options;
    this.clock = clock;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws InterruptedException, ExecutionException {
    if (options.load() || options.duration().isZero()) {
      // Opening creates the table. All replicas get all rows, so that whoever is asked has them.
      try (TableClient table =
          TableClient.open(options.contact(), DefaultConsistencyLevel.ALL, options)) {
        if (options.load()) {
          load(table);
        }
      }
    }
    if (!options.duration().isZero()) {
      DefaultConsistencyLevel consistency = options.shape().consistency();
      ReadMove move = options.move();
      // It connects to the node that is asked later only, too.
      try (TableClient updates = TableClient.open(options.contact(), consistency, options);
          TableClient target =
              move == null ? updates : TableClient.open(move.to(), consistency, options)) {
        ask(updates, target);
      }
    }
  }

  private void load(TableClient table) throws InterruptedException, ExecutionException {
    AtomicLong next = new AtomicLong();
    long told = Math.max(1, options.shape().rows() / LOADED_LINES);
    onThreads(
        LOADING_THREADS,
        random -> {
          for (long row = next.getAndIncrement();
              row < options.shape().rows();
              row = next.getAndIncrement()) {
            insert(table, RowKeys.of(row), random);
            if ((row + 1) % told == 0) {
              tell("loaded %d of %d rows".formatted(row + 1, options.shape().rows()));
            }
          }
        });
  }

  /** Servers that are busy with what they have got may need a second chance. */
  private static void insert(TableClient table, String key, SplittableRandom random) {
    for (int attempt = 1; ; attempt++) {
      try {
        table.insert(key, random);
        return;
      } catch (DriverException e) {
        if (attempt == INSERT_ATTEMPTS) {
          throw e;
        }
        pause(MILLIS_PER_SECOND);
      }
    }
  }

  private void ask(TableClient updates, TableClient target)
      throws InterruptedException, ExecutionException {
    AtomicBoolean moved = new AtomicBoolean();
    RowKeys readKeys = options.shape().readKeys();
    RowKeys updateKeys = options.shape().updateKeys();
    TrafficMeter meter = new TrafficMeter(clock.instant().getEpochSecond());
    long end = clock.millis() + options.duration().toMillis();
    Thread teller = background("seconds", () -> tellSeconds(meter));
    Thread mover = background("move", () -> moveReads(moved));
    onThreads(
        options.shape().inFlight(),
        random -> {
          while (clock.millis() < end) {
            askOnce(moved.get() ? target : updates, updates, readKeys, updateKeys, meter, random);
          }
        });
    mover.interrupt();
    teller.interrupt();
    teller.join();
  }

  private static Thread background(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits for the moment at which reads move, if there is one. */
  private void moveReads(AtomicBoolean moved) {
    ReadMove move = options.move();
    if (move == null) {
      return;
    }
    long began = clock.millis();
    while (!move.isDue(Duration.ofMillis(clock.millis() - began))) {
      pause(MOVE_POLL_MILLIS);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
    moved.set(true);
    tell(ReadMove.Done.LINES, new ReadMove.Done((double) clock.millis() / MILLIS_PER_SECOND));
  }

  private void askOnce(
      TableClient readsAt,
      TableClient updatesAt,
      RowKeys readKeys,
      RowKeys updateKeys,
      TrafficMeter meter,
      SplittableRandom random) {
    boolean reads = random.nextDouble() < options.shape().workload().readShare();
    String key = (reads ? readKeys : updateKeys).draw(random);
    long began = System.nanoTime();
    try {
      if (reads) {
        readsAt.read(key);
      } else {
        updatesAt.update(key, random);
      }
      meter.succeeded(
          clock.instant().getEpochSecond(), (System.nanoTime() - began) / NANOS_PER_MICRO);
    } catch (DriverException | TableClient.MissingRowException e) {
      meter.failed(clock.instant().getEpochSecond());
      if (failures.incrementAndGet() <= SHOWN_FAILURES) {
        tell("failed: " + e.getMessage());
      }
      pause(PAUSE_AFTER_FAILURE_MILLIS);
    }
  }

  private void tellSeconds(TrafficMeter meter) {
    while (!Thread.currentThread().isInterrupted()) {
      pause(MILLIS_PER_SECOND + LINGER_MILLIS - clock.millis() % MILLIS_PER_SECOND);
      for (TrafficSecond second : meter.before(clock.instant().getEpochSecond())) {
        tell(TrafficSecond.LINES, second);
      }
    }
  }

  private interface Work {
    void run(SplittableRandom random);
  }

  private void onThreads(int count, Work work) throws InterruptedException, ExecutionException {
    SplittableRandom seeds = new SplittableRandom(options.seed());
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        SplittableRandom random = seeds.split();
        ends.add(threads.submit(() -> work.run(random)));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized <T> void tell(JsonLines<T> lines, T told) {
    lines.print(out, told);
  }

  private synchronized void tell(String line) {
    out.println(line);
    out.flush();
  }
}
