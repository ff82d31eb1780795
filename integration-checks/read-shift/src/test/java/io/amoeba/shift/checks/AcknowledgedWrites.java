package io.amoeba.shift.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes at QUORUM, one at a time, until it is closed; remembers those that were acknowledged. */
final class AcknowledgedWrites implements AutoCloseable {

  private final NodeClient client;
  private final Set<Integer> acknowledged = new HashSet<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "acknowledged-writes");
  private volatile boolean ended;

  AcknowledgedWrites(NodeClient client) {
    this.client = client;
    thread.start();
  }

  private void run() {
    for (int id = 0; !ended; id++) {
      try {
        client.run(
            "INSERT INTO shop.written (id, value) VALUES (%d, %d)".formatted(id, id),
            ConsistencyLevel.QUORUM);
        acknowledged.add(id);
        count.incrementAndGet();
      } catch (DriverException e) {
        // Not acknowledged: a node was killed on purpose.
        continue;
      }
    }
  }

  int count() {
    return count.get();
  }

  /** Ends the writes, and reads all of them back. */
  void assertNoneIsLost() throws InterruptedException {
    close();
    thread.join();
    Set<Integer> found = new HashSet<>();
    for (Row row : client.run("SELECT id, value FROM shop.written", ConsistencyLevel.QUORUM)) {
      assertThat(row.getInt("value")).isEqualTo(row.getInt("id"));
      found.add(row.getInt("id"));
    }
    assertThat(acknowledged).isNotEmpty();
    assertThat(found).containsAll(acknowledged);
  }

  @Override
  public void close() {
    ended = true;
  }
}
