package io.amoeba.streaming.joining;

import org.apache.cassandra.service.StorageService;

/**
 * The monitor of Cassandra's StorageService, under which a node starts, and so joins. What drains a
 * node waits for it: the JVM's shutdown hook after a SIGTERM, {@code nodetool drain} and {@code
 * stopdaemon}. A join gives the monitor up while it has nothing to do. Stateless.
 */
final class StartMonitor {

  private StartMonitor() {}

  /**
   * Waits for about so long without the monitor, if this thread holds it. When the node has been
   * drained meanwhile this does not return any more: nothing of the join continues in this process.
   */
  static void pause(long millis) {
    try {
      if (Thread.holdsLock(StorageService.instance)) {
        letDrain(millis);
      } else {
        Thread.sleep(millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the join was interrupted", e);
    }
  }

  private static void letDrain(long millis) throws InterruptedException {
    StorageService service = StorageService.instance;
    synchronized (service) {
      long end = System.nanoTime() + millis * 1_000_000;
      for (long left = millis; left > 0; left = (end - System.nanoTime()) / 1_000_000) {
        service.wait(left);
      }
      while (service.isShutdown()) {
        service.wait();
      }
    }
  }
}
