package io.amoeba.streaming.member;

import io.amoeba.agentkit.options.DurationText;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.member.ApplyResult;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import io.amoeba.streaming.protocol.member.FollowedJoins;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.ring.CassandraRing;
import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Reflection;
import io.amoeba.streaming.ring.Rings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All joins of other nodes that this member knows of. Changes come from the gossip stage. */
public final class MemberNode {

  private static final Logger logger = LoggerFactory.getLogger(MemberNode.class);

  private final Duration joiningNodeTimeout;
  private final ExtraReplicas extras;
  private final String release;
  private final MemberGossip gossip = new MemberGossip();
  private final CoordinatedTruncations coordinated = TruncationFile.load();
  private final FollowedJoins joins =
      new FollowedJoins(host -> follower(host, HeldJoin.nothing(generation()), generation()));
  private final KnownJoins known = new KnownJoins(joins);
  private final Truncates truncates =
      new Truncates(coordinated, known::aboutToOwn, this::truncateEnded);
  private final Silence silence = new Silence();
  private final Refusals refusals = new Refusals();
  private long generation;
  private volatile boolean joining;

  public MemberNode(Duration joiningNodeTimeout, ExtraReplicas extras, String release) {
    this.joiningNodeTimeout = joiningNodeTimeout;
    this.extras = extras;
    this.release = release;
  }

  /**
   * Forgets every join, before {@link #start}. What a node held before it was a member counts for
   * nothing, and would keep it from joining until gossip says that the other join is over.
   */
  public synchronized void forgetAll() {
    HeldFiles.delete();
  }

  /**
   * Before gossip starts: holds again what is on disk, and returns the state to gossip of it.
   *
   * @param newGeneration of this start's gossip
   */
  public synchronized MemberState start(StartState before, long newGeneration) {
    generation = newGeneration;
    HeldFiles.load()
        .forEach(
            (host, held) -> {
              before.requireOtherAddress(host, held);
              joins.add(host, follower(host, held, before.previousGeneration()));
            });
    if (known.all().stream()
        .anyMatch(join -> joins.of(join.host()).orElseThrow().held().broken())) {
      TruncationFile.addThoseWithoutTheAgent(coordinated);
    }
    forgetOldTruncations();
    return state();
  }

  /** The TRUNCATE statements of this node's clients. */
  public Truncates truncates() {
    return truncates;
  }

  private synchronized void truncateEnded() {
    forgetOldTruncations();
    gossip.publish(state());
  }

  private void forgetOldTruncations() {
    if (known.all().isEmpty()) {
      TruncationFile.prune(coordinated);
    }
  }

  private synchronized long generation() {
    return generation;
  }

  private JoinFollower follower(UUID host, HeldJoin held, long previousGeneration) {
    return new JoinFollower(
        held,
        previousGeneration,
        generation(),
        joiningNodeTimeout,
        CassandraRing.of(host, extras),
        HeldFiles.of(host));
  }

  /** An announcement of another node, or a former one of this node, as it came. */
  public void announced(InetAddressAndPort endpoint, VersionedValue status) {
    try {
      announced(endpoint, GossipValues.announcement(status));
    } catch (MalformedTextException e) {
      refusals.refused(endpoint, String.valueOf(e.getMessage()));
    }
  }

  private synchronized void announced(InetAddressAndPort endpoint, Announcement announcement) {
    UUID host = Hosts.at(endpoint).orElse(null);
    if (host == null) {
      logger.warn("Announcement of {} ignored: it gossips no host id", endpoint);
      return;
    }
    if (host.equals(Hosts.self())) {
      // From before this node moved; Cassandra forgets that address by itself.
      return;
    }
    ApplyResult result = joins.apply(host, Rings.name(endpoint), announcement);
    if (result instanceof ApplyResult.Applied) {
      coordinated.applied(host);
      logger.info(
          "{} joins incrementally, plan {} epoch {}: {} tokens done, {} settling, {} pending, {}"
              + " confirming",
          endpoint,
          announcement.plan(),
          announcement.epoch(),
          announcement.done().size(),
          announcement.settling().size(),
          announcement.pending().size(),
          announcement.confirming().size());
      gossip.publish(state());
    } else if (result instanceof ApplyResult.Refused refused) {
      refusals.refused(endpoint, refused.reason());
    } else if (result instanceof ApplyResult.Ignored ignored) {
      logger.debug("Announcement of {} ignored: {}", endpoint, ignored.reason());
    }
  }

  /** Applies announcements that could not be applied when they were received. */
  private void applyMissedAnnouncements() {
    for (InetAddressAndPort endpoint : Gossiper.instance.getEndpoints()) {
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
      if (state == null || endpoint.equals(Rings.self())) {
        continue;
      }
      Announcement last = GossipValues.announcement(state).orElse(null);
      Optional<JoinFollower> follower = known.at(endpoint);
      if (last != null
          && follower
              .map(
                  one ->
                      one.held().apply(Rings.name(endpoint), last) instanceof ApplyResult.Applied)
              .orElse(true)) {
        announced(endpoint, last);
      }
    }
  }

  /** Keyspaces have come or changed their replication: others lose what settles. */
  public synchronized void replicationChanged() {
    joins.forEach((host, follower) -> follower.replicationChanged());
  }

  /** The node is an ordinary one now: Cassandra has set its tokens. */
  public synchronized void normal(InetAddressAndPort endpoint) {
    known
        .at(endpoint)
        .filter(follower -> follower.held().announcement().isPresent())
        .ifPresent(
            follower -> {
              follower.nodeFinished();
              known.joined(endpoint);
              logger.info("{} has joined", endpoint);
              // It was a member before, so Cassandra has not notified its clients.
              Reflection.call(
                  StorageService.class,
                  "notifyJoined",
                  StorageService.instance,
                  InetAddressAndPort.class,
                  endpoint);
              gossip.publish(state());
            });
  }

  /** The node was removed from the cluster. */
  public synchronized void removed(InetAddressAndPort endpoint) {
    joins
        .at(Rings.name(endpoint))
        .ifPresent(
            follower -> {
              follower.nodeRemoved();
              logger.info("{} was removed while it joined: its plan is void", endpoint);
              gossip.publish(state());
            });
  }

  /** Another member's state: it may know that a plan is void. */
  public synchronized void memberState(InetAddressAndPort endpoint, VersionedValue value) {
    try {
      boolean news = false;
      for (Map.Entry<UUID, Acknowledgement> said :
          GossipValues.memberState(value).acknowledgements().entrySet()) {
        news |= said.getValue().voided() && learnsVoid(said.getKey(), said.getValue().plan());
      }
      if (news) {
        gossip.publish(state());
      }
    } catch (MalformedTextException e) {
      refusals.refused(endpoint, String.valueOf(e.getMessage()));
    }
  }

  /** How far this node's own join is, or that there is none any more. */
  public synchronized void reportJoin(Optional<JoinProgressReport> join) {
    gossip.report(report -> new NodeReport(report.pendingCompactions(), join), this::state);
  }

  public synchronized void reportPendingCompactions(int count) {
    gossip.report(report -> new NodeReport(count, report.join()), this::state);
  }

  private boolean learnsVoid(UUID host, UUID plan) {
    return !host.equals(Hosts.self()) && joins.planVoid(host, plan);
  }

  /** Applies missed announcements, and gives up tokens of silent nodes. Called periodically. */
  public synchronized void tick() {
    applyMissedAnnouncements();
    joins.forEach(this::giveUpAfterTimeout);
  }

  private void giveUpAfterTimeout(UUID host, JoinFollower follower) {
    if (follower.held().announcement().isPresent()
        && follower.silentFor(silence.of(host, follower.held().endpoint()))) {
      logger.warn(
          "{} has been down for {}: writes for its pending tokens stop; it streams them again"
              + " when it is back",
          follower.held().endpoint(),
          DurationText.of(joiningNodeTimeout));
      gossip.publish(state());
    }
  }

  /** What other nodes have gossiped of joins and cannot be true, or cannot be read. */
  public long statesRefused() {
    return refusals.count();
  }

  /** The joins that this member knows. Safe for concurrent use. */
  public KnownJoins known() {
    return known;
  }

  /** Whether any node is joining. Called for every read. */
  public boolean hasJoins() {
    return joining;
  }

  private MemberState state() {
    SortedMap<UUID, Acknowledgement> acknowledgements = new TreeMap<>();
    boolean[] any = {false};
    joins.forEach(
        (host, follower) -> {
          any[0] |= follower.held().announcement().isPresent();
          coordinated
              .sayable(
                  host,
                  follower.acknowledgement(
                      Timeouts.longestWriteMillis(), Timeouts.longestReadMillis()))
              .ifPresent(said -> acknowledgements.put(host, said));
        });
    joining = any[0];
    return new MemberState(
        StartReport.agentVersion(),
        MemberState.PROTOCOL_VERSION,
        release,
        acknowledgements,
        coordinated.answered());
  }
}
