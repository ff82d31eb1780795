package io.amoeba.shift.control;

import io.amoeba.shift.node.ClientTransport;
import io.amoeba.shift.node.ReadSeverity;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns the reads and the clients of a node whose control thread has ended or hangs. It needs no
 * lock of that thread. Used once.
 */
public final class Watchdog {

  private static final Logger logger = LoggerFactory.getLogger(Watchdog.class);

  private final LifeSigns signs;
  private final ShiftControl control;
  private final ReadSeverity severity;
  private final ClientTransport clients;

  public Watchdog(
      ControlThread watched, ShiftControl control, ReadSeverity severity, ClientTransport clients) {
    this.signs = new LifeSigns(watched);
    this.control = control;
    this.severity = severity;
    this.clients = clients;
  }

  public void start() {
    Thread thread = new Thread(this::run, "ReadShift-Watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!signs.areMissing()) {
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      logger.error("Read shift's watchdog was interrupted: reads are returned", e);
    }
    control.fail();
    severity.close();
    clients.accept();
    control.tellQuiet();
    logger.error(
        "Read shift's thread has ended or hangs: reads and clients are returned, and no work can be"
            + " announced until the node restarts");
  }
}
