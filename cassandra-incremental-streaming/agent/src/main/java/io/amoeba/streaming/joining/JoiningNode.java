package io.amoeba.streaming.joining;

import io.amoeba.streaming.agent.AgentOptions;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.ring.CassandraRing;
import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.Reflection;
import io.amoeba.streaming.ring.Rings;
import io.amoeba.streaming.ring.ShadowRound;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;

/** This node's own join. Called by Cassandra's start, and by operators. */
public final class JoiningNode {

  private final AgentOptions options;
  private final Admission admission;
  private final JoinFiles files = new JoinFiles();
  private final CassandraRing ring;
  private final JoinDrivers drivers;
  private final JoinProgressPublisher publisher;
  private final JoinPacing pacing;
  private final ReceivedTables received = new ReceivedTables();
  private volatile @Nullable JoinDriver driver;
  private volatile @Nullable Announcement shown;
  private volatile boolean restarted;

  /** Whether it is to join, but has no plan yet. */
  private volatile boolean begins;

  /**
   * @param reports receives the progress of this node's join, for members
   * @param pacing of its senders
   */
  public JoiningNode(
      AgentOptions options,
      ExtraReplicas extras,
      String releaseLine,
      Consumer<Optional<JoinProgressReport>> reports,
      JoinPacing pacing) {
    this.options = options;
    this.pacing = pacing;
    Eligibility eligibility = new Eligibility(releaseLine, CassandraFacts::read);
    GossipCluster cluster = new GossipCluster(eligibility);
    admission = new Admission(eligibility, cluster, options.onIneligible());
    ring = CassandraRing.ofSelf(extras);
    drivers = new JoinDrivers(options, cluster, ring, files, received);
    publisher = new JoinProgressPublisher(files::last, reports, pacing::report);
  }

  /** Before anything talks to this node: a restarted one has its done tokens again. */
  public synchronized void ringLoaded() {
    if (driver == null) {
      files
          .load()
          .ifPresent(
              join -> {
                restarted = true;
                driver = drivers.of(join);
              });
    }
    files.last().filter(join -> !join.done().isEmpty()).ifPresent(join -> ring.own(join.done()));
  }

  /**
   * Before this node takes part in gossip, when it is not an ordinary member. Throws when the
   * cluster does not let it join, or continue.
   */
  public synchronized void shadowRound(ShadowRound cluster) {
    if (isRestarted()) {
      files
          .last()
          .filter(join -> cluster.isVoid(join.plan()))
          .ifPresent(
              join -> {
                throw new IllegalStateException(JoinRun.REMOVED);
              });
    } else {
      cluster
          .obstacle()
          .ifPresent(
              obstacle -> {
                throw new UnsupportedOperationException(obstacle);
              });
    }
  }

  /**
   * What a restarted node's first gossip message must say, if it joins.
   *
   * @param bootstraps whether this node has no data of its own yet
   */
  public synchronized Optional<Announcement> gossipStarts(boolean bootstraps) {
    begins = bootstraps;
    JoinDriver running = driver;
    if (running == null) {
      return Optional.empty();
    }
    Optional<Announcement> first = running.start();
    first.ifPresent(this::announced);
    return first;
  }

  /** This node's own announcement, from its own gossip. */
  public synchronized void announced(Announcement announcement) {
    ring.show(announcement);
    shown = announcement;
  }

  /** This node's last announcement during an incremental join. */
  public Optional<Announcement> announcement() {
    return isJoining() ? Optional.ofNullable(shown) : Optional.empty();
  }

  /** Keyspaces have come or changed their replication: others lose what settles. */
  public synchronized void replicationChanged() {
    Announcement last = shown;
    if (last != null && driver != null) {
      ring.keepWritingToLosingReplicas(last);
    }
  }

  /** This node is an ordinary one now. */
  public synchronized void normal() {
    begins = false;
    if (driver != null) {
      ring.release();
      driver = null;
    }
  }

  /** What has come whole and is being added to this node's data. */
  public ReceivedTables received() {
    return received;
  }

  public boolean isRestarted() {
    return restarted && driver != null;
  }

  /** Whether this node joins incrementally: reads are answered for done tokens only. */
  public boolean isJoining() {
    return driver != null;
  }

  /** All tokens that it will have, while it joins. */
  public Optional<SortedSet<Long>> finalTokens() {
    return isJoining() ? files.last().map(JoinRecord::tokens) : Optional.empty();
  }

  /** Why a pending join has not started yet; its plan is made after that. */
  public Optional<String> waitsToBegin() {
    if (!begins || isJoining()) {
      return Optional.empty();
    }
    String obstacle = admission.waitsFor();
    return Optional.of(
        JoinDriver.WAITS_FOR_GOSSIP
            + (obstacle.isEmpty() ? "" : "; as far as it says, " + obstacle));
  }

  public Optional<JoinProgress> progress() {
    JoinDriver running = driver;
    return running == null ? Optional.empty() : Optional.of(running.progress());
  }

  /** How much data its join brings, and when. */
  public Estimate estimate() {
    return isJoining() ? publisher.estimate() : Estimate.UNKNOWN;
  }

  public Optional<JoinRecord> record() {
    return files.last();
  }

  public boolean pause() {
    JoinDriver running = driver;
    if (running != null) {
      running.pause();
    }
    return running != null;
  }

  public boolean resume() {
    JoinDriver running = driver;
    if (running != null) {
      running.resume();
    }
    return running != null;
  }

  /** In place of Cassandra's resumption. Returns whether this node joins. */
  public boolean resumeBootstrap() {
    boolean joins = resume();
    if (joins) {
      ResumeMonitor.release();
    }
    return joins;
  }

  /**
   * In place of Cassandra's preparation, for a restarted node: its tokens are those of the plan.
   */
  public @Nullable Collection<?> prepare(long schemaTimeoutMillis, long ringTimeoutMillis) {
    if (!isRestarted()) {
      return null;
    }
    StorageService.instance.waitForSchema(schemaTimeoutMillis, ringTimeoutMillis);
    Reflection.write(
        StorageService.class,
        "bootstrapTokens",
        StorageService.instance,
        Rings.tokens(files.last().orElseThrow().tokens()));
    return Set.of();
  }

  /**
   * In place of Cassandra's bootstrap: true when all tokens are done, null to leave it to
   * Cassandra.
   */
  public @Nullable Boolean bootstrap(Collection<Token> tokens) {
    if (!isRestarted()) {
      boolean admitted = admission.admits();
      begins = admitted;
      if (!admitted) {
        return null;
      }
      // Without this object's lock, which the gossip stage takes: indexes take their time, and to
      // announce takes Gossiper's task lock, whose holder may wait for the gossip stage.
      JoinDriver fresh = drivers.plan(Rings.numbers(tokens));
      driver = fresh;
      fresh.start().ifPresent(new GossipAnnouncer()::announce);
    }
    JoinDriver running = driver;
    if (running == null) {
      throw new IllegalStateException("no join has started");
    }
    new JoinRun(
            running,
            options.warmUp(),
            new CompactionHold(options.maxSstablesPerRead()),
            new CompactionRampUp(options.compactionRampUp(), new ConfiguredThroughput()),
            publisher,
            pacing)
        .untilOver();
    return true;
  }
}
