package io.amoeba.streaming.joining;

import io.amoeba.streaming.agent.AgentOptions.OnIneligible;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a node may start an incremental join. Used once, by Cassandra's start. */
final class Admission {

  private static final Logger logger = LoggerFactory.getLogger(Admission.class);

  private final Eligibility eligibility;
  private final GossipCluster cluster;
  private final OnIneligible onIneligible;
  private volatile String waitsFor = "";

  Admission(Eligibility eligibility, GossipCluster cluster, OnIneligible onIneligible) {
    this.eligibility = eligibility;
    this.cluster = cluster;
    this.onIneligible = onIneligible;
  }

  /**
   * Whether nothing is in the way. Otherwise says what is, and throws if the node must not join
   * without steps.
   */
  boolean admits() {
    Optional<Obstacle> obstacle = obstacle();
    obstacle.ifPresent(this::refuse);
    return obstacle.isEmpty();
  }

  private void refuse(Obstacle obstacle) {
    if (onIneligible == OnIneligible.FAIL) {
      throw new IllegalStateException(
          "This node cannot join incrementally: "
              + obstacle.words()
              + ". It stops, as on-ineligible=fail says; on-ineligible=stock lets it join at once");
    }
    String message =
        "This node joins without steps, as Cassandra does by itself: " + obstacle.words();
    if (obstacle.usual()) {
      logger.info(message);
    } else {
      logger.warn(message);
    }
  }

  /** What is in the way at the moment, for operators; empty when nothing is known to be. */
  String waitsFor() {
    return waitsFor;
  }

  /** Members' states take some gossip rounds to arrive. */
  private Optional<Obstacle> obstacle() {
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(StorageService.RING_DELAY_MILLIS);
    Optional<Obstacle> lasting = eligibility.lasting();
    if (lasting.isPresent()) {
      return lasting;
    }
    Optional<Obstacle> obstacle = eligibility.passing(cluster.snapshot());
    while (obstacle.isPresent() && System.nanoTime() < deadline) {
      waitsFor = obstacle.get().words();
      JoinRun.sleep();
      obstacle = eligibility.passing(cluster.snapshot());
    }
    return obstacle;
  }
}
