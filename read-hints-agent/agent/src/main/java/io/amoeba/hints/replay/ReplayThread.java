package io.amoeba.hints.replay;

import io.amoeba.agentkit.threads.NiceValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread whose reads are replays; metrics distinguish them from clients' reads by this class. */
public final class ReplayThread extends Thread {

  private static final Logger logger = LoggerFactory.getLogger(ReplayThread.class);

  /** Leaves about a tenth of the CPU time that a thread of the node's own value gets. */
  private static final int NICER = 10;

  private final int number;

  ReplayThread(Runnable replays, int number) {
    super(replays, "ReadHintReplay-" + number);
    this.number = number;
    setDaemon(true);
    setPriority(MIN_PRIORITY);
  }

  @Override
  public void run() {
    boolean yields = NiceValue.raise(NICER);
    if (number == 1) {
      logger.info(
          "Read hints are replayed {}",
          yields
              ? "by threads that yield the CPU to others"
              : "at the priority of other threads: no nice value could be set");
    }
    super.run();
  }
}
