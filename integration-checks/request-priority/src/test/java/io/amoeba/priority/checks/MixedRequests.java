package io.amoeba.priority.checks;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads and writes of all classes, each of which has one right answer. */
final class MixedRequests {

  private static final long SEED = 5;
  private static final String[] CLASSES = {"high", "normal", "low", "low", "low", "fast"};

  private final NodeClient client;
  private final int rows;
  private final IntFunction<String> values;
  private final PreparedStatement read;
  private final PreparedStatement write;
  private final Random random = new Random(SEED);
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger overloaded = new AtomicInteger();
  private final Map<Integer, String> written = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  MixedRequests(NodeClient client, int rows, IntFunction<String> values) {
    this.client = client;
    this.rows = rows;
    this.values = values;
    this.read = client.prepare("SELECT value FROM shop.items WHERE id = ?");
    this.write = client.prepare("INSERT INTO shop.written (id, value) VALUES (?, ?)");
  }

  /** Sends so many, not more than {@code concurrency} at once, and waits for all answers. */
  void run(int requests, int concurrency) throws InterruptedException {
    Semaphore free = new Semaphore(concurrency);
    for (int number = 1; number <= requests; number++) {
      free.acquire();
      CompletableFuture<?> unused = send(number).whenComplete((answer, error) -> free.release());
    }
    free.acquire(concurrency);
  }

  private CompletableFuture<Void> send(int number) {
    String serviceClass = CLASSES[random.nextInt(CLASSES.length)];
    if (random.nextInt(4) == 0) {
      return client
          .send(serviceClass, write.bind(number, values.apply(number)))
          .handle(
              (answer, error) -> {
                answered(serviceClass, error);
                if (error == null) {
                  written.put(number, values.apply(number));
                }
                return null;
              });
    }
    int id = random.nextInt(rows);
    BoundStatement bound = read.bind(id);
    return client
        .send(serviceClass, bound)
        .handle(
            (answer, error) -> {
              answered(serviceClass, error);
              if (answer != null && !isValueOf(id, answer)) {
                wrong.add("a row of another id than " + id);
              }
              return null;
            });
  }

  private boolean isValueOf(int id, AsyncResultSet answer) {
    Row row = answer.one();
    return row != null && values.apply(id).equals(row.getString(0));
  }

  private void answered(String serviceClass, @Nullable Throwable error) {
    answers.incrementAndGet();
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof OverloadedException && serviceClass.equals("low")) {
      overloaded.incrementAndGet();
    } else if (cause != null) {
      wrong.add(serviceClass + ": " + cause);
    }
  }

  int answers() {
    return answers.get();
  }

  int overloaded() {
    return overloaded.get();
  }

  Map<Integer, String> written() {
    return written;
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  @Override
  public String toString() {
    return "%d answers, %d overloaded, %d written, %d wrong"
        .formatted(answers(), overloaded(), written.size(), wrong.size());
  }
}
