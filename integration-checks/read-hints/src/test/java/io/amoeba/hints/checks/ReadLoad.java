package io.amoeba.hints.checks;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A client that reads the same keys at ONE through one node until it is closed. */
final class ReadLoad implements AutoCloseable {

  private static final int KEYS = 50;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final NodeClient client;
  private final String table;
  private final Thread thread;
  private final AtomicLong answered = new AtomicLong();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;

  ReadLoad(CassandraNode node, String table) {
    this.client = new NodeClient(node);
    this.table = table;
    this.thread = new Thread(this::readOn, "read-load-" + node.number());
    thread.setDaemon(true);
    thread.start();
  }

  private void readOn() {
    while (!ended) {
      try {
        client.read(table, KEYS, DefaultConsistencyLevel.ONE);
        answered.addAndGet(KEYS);
      } catch (RuntimeException e) {
        failures.add(e.toString());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  long answered() {
    return answered.get();
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }
}
