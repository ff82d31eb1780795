package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import io.amoeba.experiments.Values;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the table if it does not exist, loads it, then sends requests until the time is over, and
 * prints a line for every second. Each thread waits for its answer before the next request.
 * Confined to one thread.
 */
final class Traffic {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int LOADING_THREADS = 32;
  private static final int LOADED_LINES = 10;
  private static final int INSERT_ATTEMPTS = 5;

  /** After the end of a second, for operations that took the time just before. */
  private static final long LINGER_MILLIS = 100;

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 10;
  private static final long MOVE_POLL_MILLIS = 50;
  private static final int SHOWN_FAILURES = 10;

  private final TrafficCommand options;
  private final TrafficShape shape;
  private final Clock clock;
  private final PrintWriter out;
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean moved;

  /**
   * Prepares it.
   *
   * @param out gets the lines
   */
  Traffic(TrafficCommand options, Clock clock, PrintWriter out) {
    this.options = options;
    this.shape = options.shape();
    this.clock = clock;
    this.out = out;
  }

  private TableClient open(String contact, DefaultConsistencyLevel consistency) {
    return TableClient.open(
        contact,
        consistency,
        options.alone,
        shape.fieldLength(),
        options.priority == null ? Map.of() : options.priority.payload());
  }

  void run() throws InterruptedException, ExecutionException {
    if (options.load || options.duration.isZero()) {
      // Opening creates the table. All replicas get all rows, so that each can answer all reads.
      try (TableClient table = open(options.contact, DefaultConsistencyLevel.ALL)) {
        if (options.load) {
          load(table);
        }
      }
    }
    if (!options.duration.isZero()) {
      ReadMove move = options.move();
      // It connects to the node that reads move to from the start, too.
      try (TableClient updates = open(options.contact, shape.consistency());
          TableClient target = move == null ? updates : open(move.to(), shape.consistency())) {
        send(updates, target);
      }
    }
  }

  private void load(TableClient table) throws InterruptedException, ExecutionException {
    AtomicLong next = new AtomicLong();
    long printed = Math.max(1, shape.rows() / LOADED_LINES);
    onThreads(
        LOADING_THREADS,
        random -> {
          for (long row = next.getAndIncrement();
              row < shape.rows();
              row = next.getAndIncrement()) {
            insert(table, RowKeys.of(row), random);
            if ((row + 1) % printed == 0) {
              print("loaded %d of %d rows".formatted(row + 1, shape.rows()));
            }
          }
        });
  }

  /** Servers that are busy with earlier rows may need a second chance. */
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

  private void send(TableClient updates, TableClient target)
      throws InterruptedException, ExecutionException {
    RowKeys readKeys = shape.readKeys();
    RowKeys updateKeys = shape.updateKeys();
    TrafficMeter meter = new TrafficMeter(clock.instant().getEpochSecond());
    long start = clock.millis();
    long end = start + options.duration.toMillis();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.scheduleAtFixedRate(
        () -> printSeconds(meter),
        MILLIS_PER_SECOND + LINGER_MILLIS - start % MILLIS_PER_SECOND,
        MILLIS_PER_SECOND,
        TimeUnit.MILLISECONDS);
    timer.scheduleAtFixedRate(() -> checkMove(start), 0, MOVE_POLL_MILLIS, TimeUnit.MILLISECONDS);
    try {
      onThreads(
          shape.inFlight(),
          random -> {
            while (clock.millis() < end) {
              sendOne(moved ? target : updates, updates, readKeys, updateKeys, meter, random);
            }
          });
    } finally {
      timer.shutdownNow();
    }
    printSeconds(meter);
  }

  private void checkMove(long start) {
    ReadMove move = options.move();
    if (move != null && !moved && move.isDue(Duration.ofMillis(clock.millis() - start))) {
      moved = true;
      double now = (double) clock.millis() / MILLIS_PER_SECOND;
      print(ReadMove.LINES.text(Values.at(now, Map.of())));
    }
  }

  private void sendOne(
      TableClient readsAt,
      TableClient updatesAt,
      RowKeys readKeys,
      RowKeys updateKeys,
      TrafficMeter meter,
      SplittableRandom random) {
    boolean reads = random.nextDouble() < shape.workload().readShare;
    String key = (reads ? readKeys : updateKeys).draw(random);
    long start = System.nanoTime();
    try {
      if (reads) {
        readsAt.read(key);
      } else {
        updatesAt.update(key, random);
      }
      meter.succeeded(
          clock.instant().getEpochSecond(), (System.nanoTime() - start) / NANOS_PER_MICRO);
    } catch (DriverException | TableClient.MissingRowException e) {
      meter.failed(clock.instant().getEpochSecond());
      if (failures.incrementAndGet() <= SHOWN_FAILURES) {
        print("failed: " + e.getMessage());
      }
      pause(PAUSE_AFTER_FAILURE_MILLIS);
    }
  }

  private void printSeconds(TrafficMeter meter) {
    for (TrafficSecond second : meter.before(clock.instant().getEpochSecond())) {
      print(TrafficSecond.LINES.text(second));
    }
  }

  private interface Work {
    void run(SplittableRandom random);
  }

  private void onThreads(int count, Work work) throws InterruptedException, ExecutionException {
    SplittableRandom seeds = new SplittableRandom(options.seed);
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

  private synchronized void print(String line) {
    out.println(line);
    out.flush();
  }
}
