package io.amoeba.priority.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests of the high class, one after the other on each of some threads' worth, until its end. */
final class HighLoad implements AutoCloseable {

  private final NodeClient client;
  private final List<CompletableFuture<Void>> loops = new ArrayList<>();
  private final AtomicInteger answers = new AtomicInteger();
  private volatile boolean ended;

  HighLoad(NodeClient client, int concurrency) {
    this.client = client;
    for (int loop = 0; loop < concurrency; loop++) {
      loops.add(next(loop));
    }
  }

  private CompletableFuture<Void> next(int id) {
    if (ended) {
      return CompletableFuture.completedFuture(null);
    }
    return client
        .send("high", "SELECT value FROM shop.items WHERE id = " + id)
        .thenComposeAsync(
            rows -> {
              answers.incrementAndGet();
              return next(id);
            });
  }

  int answers() {
    return answers.get();
  }

  /** Ends, and throws what a request has failed with. */
  @Override
  public void close() {
    ended = true;
    loops.forEach(CompletableFuture::join);
  }
}
