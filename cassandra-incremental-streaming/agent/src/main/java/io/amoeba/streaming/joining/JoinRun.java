package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import java.time.Duration;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ticks a join's driver until the join is over, on the thread that Cassandra waits with. */
final class JoinRun {

  private static final Logger logger = LoggerFactory.getLogger(JoinRun.class);

  static final String REMOVED =
      "This node was removed from the cluster while it joined, so that its data are out of date."
          + " Delete all of them before it joins again";

  private static final long TICK_MILLIS = 200;

  /** A little longer than a cold JVM takes to compile the read path. */
  private static final Duration READ_SHIFT = Duration.ofSeconds(60);

  private final JoinDriver driver;
  private final boolean shiftsReads;
  private final CompactionHold compaction;
  private final CompactionRampUp rampUp;
  private final JoinProgressPublisher publisher;
  private final JoinPacing pacing;
  private final ReadShift shift = new ReadShift(READ_SHIFT, DynamicEndpointSnitch::addSeverity);

  JoinRun(
      JoinDriver driver,
      boolean shiftsReads,
      CompactionHold compaction,
      CompactionRampUp rampUp,
      JoinProgressPublisher publisher,
      JoinPacing pacing) {
    this.driver = driver;
    this.shiftsReads = shiftsReads;
    this.compaction = compaction;
    this.rampUp = rampUp;
    this.publisher = publisher;
    this.pacing = pacing;
  }

  /** Throws when the node cannot continue: it was removed, or another one joins first. */
  void untilOver() {
    rampUp.joining();
    Runnable stopped = this::stopped;
    StorageService.instance.addPreShutdownHook(stopped);
    while (!driver.progress().phase().over()) {
      tick();
      sleep();
    }
    StorageService.instance.removePreShutdownHook(stopped);
    publisher.over(driver.progress());
    pacing.over();
    JoinPhase end = driver.progress().phase();
    if (end == JoinPhase.FINISHED) {
      rampUp.joined(System.nanoTime());
    }
    compaction.end();
    shift.joined(System.nanoTime());
    Thread rest = new Thread(this::settleIn, "IncrementalStreamingAfterJoin");
    rest.setDaemon(true);
    rest.start();
    switch (end) {
      case VOID -> throw new IllegalStateException(REMOVED);
      case WITHDRAWN -> throw new IllegalStateException(driver.progress().reason());
      default -> {}
    }
  }

  /** By who drains this node, under the monitor that this thread has given up. */
  private void stopped() {
    JoinProgress progress = driver.progress();
    logger.info(
        "This node stops during its join, with {} of {} tokens done. It starts no further step."
            + " The current step restarts when the node is started again",
        progress.tokensDone(),
        progress.tokensTotal());
    driver.stop();
    LongAnswers.giveUp();
  }

  private void settleIn() {
    while (!shift.isOver() || !rampUp.isOver()) {
      shift.serving(System.nanoTime());
      rampUp.tick(System.nanoTime());
      sleep();
    }
  }

  private void tick() {
    try {
      driver.sendersAtATime(pacing.sendersAtATime());
      driver.tick();
      publisher.publish(driver.progress());
      pacing.tick(driver.progress(), publisher.estimate());
      compaction.tick(System.nanoTime());
      rampUp.tick(System.nanoTime());
      if (shiftsReads && driver.progress().tokensDone() > 0) {
        shift.serving(System.nanoTime());
      }
    } catch (RuntimeException e) {
      publisher.failed(e);
    }
  }

  static void sleep() {
    StartMonitor.pause(TICK_MILLIS);
  }
}
