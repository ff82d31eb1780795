package io.amoeba.priority.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The same request of a class again and again, several at a time, until its end. */
final class Load implements AutoCloseable {

  private final NodeClient client;
  private final String serviceClass;
  private final String cql;
  private final List<CompletableFuture<Void>> loops = new ArrayList<>();
  private final AtomicInteger answers = new AtomicInteger();
  private volatile boolean ended;

  Load(NodeClient client, String serviceClass, String cql, int concurrency) {
    this.client = client;
    this.serviceClass = serviceClass;
    this.cql = cql;
    for (int loop = 0; loop < concurrency; loop++) {
      loops.add(next());
    }
  }

  private CompletableFuture<Void> next() {
    if (ended) {
      return CompletableFuture.completedFuture(null);
    }
    return client
        .send(serviceClass, cql)
        .thenComposeAsync(
            rows -> {
              answers.incrementAndGet();
              return next();
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
