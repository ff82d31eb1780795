package io.amoeba.redis;

import java.util.HashMap;
import java.util.Map;

/**
 * The clients of one class loader, which in Flink is one job on one task manager, counted by their
 * users. Safe for concurrent use.
 */
final class SharedClients {
  /*
   * The one static state of this jar: operators of a job meet nowhere else within a task manager.
   * It is empty whenever no operator is open.
   */
  static final SharedClients OF_THIS_CLASS_LOADER = new SharedClients();

  private final Map<ColocatedRedisConfig, Counted> clients = new HashMap<>();

  SharedClients() {}

  synchronized SharedClient acquire(ColocatedRedisConfig config) {
    Counted counted = clients.computeIfAbsent(config, c -> new Counted(new SharedClient(c)));
    counted.users++;
    return counted.client;
  }

  /** Closes the client with its last user; the others wait, so that no thread outlives its job. */
  synchronized void release(ColocatedRedisConfig config) {
    Counted counted = clients.get(config);
    if (counted != null && --counted.users == 0) {
      clients.remove(config);
      counted.client.close();
    }
  }

  synchronized int size() {
    return clients.size();
  }

  private static final class Counted {
    private final SharedClient client;
    private int users;

    Counted(SharedClient client) {
      this.client = client;
    }
  }
}
