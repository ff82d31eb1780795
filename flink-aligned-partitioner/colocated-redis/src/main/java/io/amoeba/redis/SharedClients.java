package io.amoeba.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The clients of one kind in one class loader, which in Flink is one job on one task manager,
 * counted by their users. It is empty whenever no operator is open. Safe for concurrent use.
 *
 * @param <S> type of settings; clients with equal ones are one
 * @param <C> type of clients
 */
final class SharedClients<S, C> {
  private final Function<S, C> opener;
  private final Consumer<C> closer;
  private final Map<S, Counted<C>> clients = new HashMap<>();

  SharedClients(Function<S, C> opener, Consumer<C> closer) {
    this.opener = opener;
    this.closer = closer;
  }

  synchronized C acquire(S settings) {
    Counted<C> counted =
        clients.computeIfAbsent(settings, missing -> new Counted<>(opener.apply(missing)));
    counted.users++;
    return counted.client;
  }

  /** Closes the client with its last user; the others wait, so that no thread outlives its job. */
  synchronized void release(S settings) {
    Counted<C> counted = clients.get(settings);
    if (counted != null && --counted.users == 0) {
      clients.remove(settings);
      closer.accept(counted.client);
    }
  }

  synchronized int size() {
    return clients.size();
  }

  private static final class Counted<C> {
    private final C client;
    private int users;

    Counted(C client) {
      this.client = client;
    }
  }
}
