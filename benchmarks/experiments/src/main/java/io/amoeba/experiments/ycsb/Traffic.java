package io.amoeba.experiments.ycsb;

import com.datastax.oss.driver.api.core.DriverException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates the table if it is not there, loads it, then asks for its rows until the time is over;
 * every second is told by a line. Each of {@code inFlight} threads waits for its answer before it
 * asks again. Confined to one thread.
 */
public final class Traffic {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int LOADING_THREADS = 32;
  private static final int LOADED_LINES = 10;
  private static final int INSERT_ATTEMPTS = 5;

  /** After a second has ended, for those who took the time just before. */
  private static final long LINGER_MILLIS = 100;

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 10;
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
      try (YcsbTable table = YcsbTable.open(options.contact(), Consistency.ALL)) {
        if (options.load()) {
          load(table);
        }
      }
    }
    if (!options.duration().isZero()) {
      try (YcsbTable table = YcsbTable.open(options.contact(), options.consistency())) {
        ask(table);
      }
    }
  }

  private void load(YcsbTable table) throws InterruptedException, ExecutionException {
    AtomicLong next = new AtomicLong();
    long told = Math.max(1, options.rows() / LOADED_LINES);
    onThreads(
        LOADING_THREADS,
        random -> {
          for (long row = next.getAndIncrement();
              row < options.rows();
              row = next.getAndIncrement()) {
            insert(table, RowKeys.of(row), random);
            if ((row + 1) % told == 0) {
              tell("loaded %d of %d rows".formatted(row + 1, options.rows()));
            }
          }
        });
  }

  /** Servers that are busy with what they have got may need a second chance. */
  private static void insert(YcsbTable table, String key, SplittableRandom random) {
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

  private void ask(YcsbTable table) throws InterruptedException, ExecutionException {
    RowKeys keys = new RowKeys(options.rows());
    TrafficMeter meter = new TrafficMeter(clock.instant().getEpochSecond());
    long end = clock.millis() + options.duration().toMillis();
    Thread teller = new Thread(() -> tellSeconds(meter), "seconds");
    teller.setDaemon(true);
    teller.start();
    onThreads(
        options.inFlight(),
        random -> {
          while (clock.millis() < end) {
            askOnce(table, keys, meter, random);
          }
        });
    teller.interrupt();
    teller.join();
  }

  private void askOnce(YcsbTable table, RowKeys keys, TrafficMeter meter, SplittableRandom random) {
    boolean reads = random.nextDouble() < options.workload().readShare();
    String key = keys.draw(random);
    long began = System.nanoTime();
    try {
      if (reads) {
        table.read(key);
      } else {
        table.update(key, random);
      }
      meter.succeeded(
          clock.instant().getEpochSecond(), (System.nanoTime() - began) / NANOS_PER_MICRO);
    } catch (DriverException | MissingRowException e) {
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
        try {
          tell(TrafficSecond.LINE + JSON.writeValueAsString(second));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException(e);
        }
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

  private synchronized void tell(String line) {
    out.println(line);
    out.flush();
  }
}
