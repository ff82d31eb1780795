package io.amoeba.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The clients of one kind in one class loader, which in Flink is one job on one task manager,
 * counted by their users. It is empty whenever no operator is open. Safe for concurrent use.
 *
 * @param <C> type of clients
 */
final class SharedClients<C> {
  private final Function<ColocatedRedisConfig, C> opener;
  private final Consumer<C> closer;
  private final Map<ColocatedRedisConfig, Counted<C>> clients = new HashMap<>();

  SharedClients(Function<ColocatedRedisConfig, C> opener, Consumer<C> closer) {
    this.opener = opener;
    this.closer = closer;
  }

  synchronized C acquire(ColocatedRedisConfig config) {
    Counted<C> counted =
        clients.computeIfAbsent(config, missing -> new Counted<>(opener.apply(missing)));
    counted.users++;
    return counted.client;
  }

  /** Closes the client with its last user; the others wait, so that no thread outlives its job. */
  synchronized void release(ColocatedRedisConfig config) {
    Counted<C> counted = clients.get(config);
    if (counted != null && --counted.users == 0) {
      clients.remove(config);
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
