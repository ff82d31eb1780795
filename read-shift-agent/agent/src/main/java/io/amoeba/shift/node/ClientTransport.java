package io.amoeba.shift.node;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port of CQL clients, stopped and started as by nodetool disablebinary and enablebinary. What
 * an operator has stopped stays stopped. Works on a thread of its own, as Cassandra lets requests
 * end. Safe for concurrent use.
 */
public final class ClientTransport {

  private static final Logger logger = LoggerFactory.getLogger(ClientTransport.class);

  private static final long RETRY_SECONDS = 5;
  private static final int MOST_RETRIES = 60;

  private final BooleanSupplier running;
  private final Runnable stop;
  private final Runnable start;
  private final ScheduledExecutorService thread;

  /** Whether this agent has stopped it. Confined to the thread. */
  private boolean stopped;

  /** Whether clients are to be away. Confined to the thread. */
  private boolean drained;

  ClientTransport(BooleanSupplier running, Runnable stop, Runnable start) {
    this.running = running;
    this.stop = stop;
    this.start = start;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "ReadShift-Clients");
              made.setDaemon(true);
              return made;
            });
  }

  public static ClientTransport ofThisNode() {
    StorageService service = StorageService.instance;
    return new ClientTransport(
        service::isNativeTransportRunning,
        () -> service.stopNativeTransport(false),
        service::startNativeTransport);
  }

  void drain() {
    thread.execute(
        () -> {
          drained = true;
          if (!running.getAsBoolean()) {
            return;
          }
          stopped = true;
          try {
            stop.run();
            logger.info("Clients are disconnected until the announced work ends");
          } catch (RuntimeException e) {
            logger.error("Clients could not be disconnected", e);
          }
        });
  }

  /** Accepts clients again, if {@link #drain} has disconnected them. */
  public void accept() {
    thread.execute(
        () -> {
          drained = false;
          accept(MOST_RETRIES);
        });
  }

  private void accept(int retries) {
    if (drained) {
      return;
    }
    if (!stopped || running.getAsBoolean()) {
      stopped = false;
      return;
    }
    try {
      start.run();
      stopped = false;
      logger.info("Clients are accepted again");
    } catch (RuntimeException e) {
      if (retries == 0) {
        stopped = false;
        logger.error("Clients are not accepted: start the node's port by nodetool enablebinary", e);
      } else {
        if (retries == MOST_RETRIES) {
          logger.warn("Clients cannot be accepted yet; retried every {} s", RETRY_SECONDS, e);
        }
        var unused = thread.schedule(() -> accept(retries - 1), RETRY_SECONDS, TimeUnit.SECONDS);
      }
    }
  }
}
