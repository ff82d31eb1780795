package io.amoeba.streaming.member;

import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.member.Application;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.protocol.report.NodeReport;
import io.amoeba.streaming.ring.CassandraRing;
import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Reflection;
import io.amoeba.streaming.ring.Rings;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All joins of other nodes that this member knows of. Changes come from the gossip stage. */
public final class MemberSide {

  private static final Logger logger = LoggerFactory.getLogger(MemberSide.class);

  private final Duration joinerTimeout;
  private final ExtraReplicas extras;
  private final String release;
  private final MemberVoice voice = new MemberVoice();
  private final Map<InetAddressAndPort, JoinFollower> followers = new ConcurrentHashMap<>();
  private final Map<InetAddressAndPort, Long> firstSeenNanos = new HashMap<>();
  private long generation;
  private volatile boolean joining;

  public MemberSide(Duration joinerTimeout, ExtraReplicas extras, String release) {
    this.joinerTimeout = joinerTimeout;
    this.extras = extras;
    this.release = release;
  }

  /**
   * A node that was no member yet starts anew: what it held counts for nothing, and would keep it
   * from joining as long as gossip has not told it that the other join is over.
   */
  public synchronized void forgetAll() {
    HeldFiles.delete();
  }

  /** Before gossip starts: holds again what the disk says, and returns what to say of it. */
  public synchronized MemberState start(long previousGeneration, long newGeneration) {
    generation = newGeneration;
    HeldFiles.load()
        .forEach(
            (joining, held) -> followers.put(joining, follower(joining, held, previousGeneration)));
    return state();
  }

  private JoinFollower follower(
      InetAddressAndPort joining, HeldJoin held, long previousGeneration) {
    return new JoinFollower(
        held,
        previousGeneration,
        generation,
        joinerTimeout,
        new CassandraRing(joining, extras),
        HeldFiles.of(joining));
  }

  private JoinFollower follower(InetAddressAndPort joining) {
    return followers.computeIfAbsent(
        joining, key -> follower(key, HeldJoin.nothing(generation), generation));
  }

  /** An announcement of another node. */
  public synchronized void announced(InetAddressAndPort joining, Announcement announcement) {
    JoinFollower follower = follower(joining);
    if (follower.held().closed().stream()
        .noneMatch(over -> over.plan().equals(announcement.plan()))) {
      // Before its tokens, as CASSANDRA-4300 wants; hints need it.
      Rings.current().updateHostId(Gossiper.instance.getHostId(joining), joining);
    }
    Application application = follower.apply(announcement);
    if (application instanceof Application.Applied) {
      logger.info(
          "{} joins incrementally, plan {} epoch {}: {} tokens done, {} settling, {} pending, {}"
              + " confirming",
          joining,
          announcement.plan(),
          announcement.epoch(),
          announcement.done().size(),
          announcement.settling().size(),
          announcement.pending().size(),
          announcement.confirming().size());
      voice.say(state());
    } else if (application instanceof Application.Ignored ignored) {
      logger.debug("Announcement of {} ignored: {}", joining, ignored.reason());
    }
  }

  /** Whether another node's BOOT would throw away tokens that it serves. */
  public boolean refusesBoot(InetAddressAndPort endpoint) {
    boolean serves =
        current(endpoint).map(announcement -> !announcement.done().isEmpty()).orElse(false);
    if (serves) {
      logger.error(
          "{} gossips BOOT, but serves tokens of an incremental join: ignored. Start it with the"
              + " agent to go on, or remove it (nodetool removenode) before it joins anew",
          endpoint);
    }
    return serves;
  }

  /** Whether another node's NORMAL is that of a host which was removed while it joined. */
  public boolean refusesNormal(InetAddressAndPort endpoint) {
    JoinFollower follower = followers.get(endpoint);
    boolean removed =
        follower != null && follower.held().refusesNormal(Gossiper.instance.getHostId(endpoint));
    if (removed) {
      logger.error(
          "{} gossips NORMAL, but was removed while it joined: ignored. Stop it and delete all its"
              + " data before it joins anew",
          endpoint);
    }
    return removed;
  }

  /** Keyspaces have come or changed their replication: others lose what settles. */
  public synchronized void replicationChanged() {
    followers.values().forEach(JoinFollower::replicationChanged);
  }

  private Optional<Announcement> current(InetAddressAndPort endpoint) {
    JoinFollower follower = followers.get(endpoint);
    return follower == null ? Optional.empty() : follower.held().announcement();
  }

  /** The node is an ordinary one now: Cassandra has set its tokens. */
  public synchronized void normal(InetAddressAndPort endpoint) {
    JoinFollower follower = followers.get(endpoint);
    if (follower != null && follower.held().announcement().isPresent()) {
      follower.nodeFinished();
      logger.info("{} has joined", endpoint);
      // It was a member before, so Cassandra has not told its clients.
      Reflection.call(
          StorageService.class,
          "notifyJoined",
          StorageService.instance,
          InetAddressAndPort.class,
          endpoint);
      voice.say(state());
    }
  }

  /** The node was removed from the cluster. */
  public synchronized void removed(InetAddressAndPort endpoint) {
    JoinFollower follower = followers.get(endpoint);
    if (follower != null && follower.held().announcement().isPresent()) {
      follower.nodeRemoved();
      logger.info("{} was removed while it joined: its plan is void", endpoint);
      voice.say(state());
    }
  }

  /** Another member's state: it may know that a plan is void. */
  public synchronized void memberState(VersionedValue value) {
    try {
      boolean news = false;
      for (Map.Entry<String, Acknowledgement> said :
          GossipValues.memberState(value).acknowledgements().entrySet()) {
        news |= said.getValue().voided() && learnsVoid(said.getKey(), said.getValue().plan());
      }
      if (news) {
        voice.say(state());
      }
    } catch (MalformedTextException e) {
      logger.warn("A member's state is not understood: {}", e.getMessage());
    }
  }

  /** Says this with all that it says from now on. */
  public synchronized void report(NodeReport report) {
    voice.say(state(), report);
  }

  /** Also of a join that this member has not heard of yet: its old announcements may be to come. */
  private boolean learnsVoid(String endpoint, UUID plan) {
    InetAddressAndPort joining;
    try {
      joining = InetAddressAndPort.getByName(endpoint);
    } catch (UnknownHostException e) {
      throw new MalformedTextException("member state: " + endpoint + " is no address");
    }
    return !joining.equals(Rings.self()) && follower(joining).planVoid(plan);
  }

  /** Gives up what nodes have announced that have been silent for too long. Called now and then. */
  public synchronized void lookForSilence() {
    followers.forEach(
        (joining, follower) -> {
          if (follower.held().announcement().isPresent() && follower.silentFor(silence(joining))) {
            logger.warn(
                "{} has been silent for {}: writes for its pending tokens stop; it streams them"
                    + " again when it is back",
                joining,
                joinerTimeout);
            voice.say(state());
          }
        });
  }

  private Duration silence(InetAddressAndPort joining) {
    long now = System.nanoTime();
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(joining);
    if (state != null && state.isAlive()) {
      firstSeenNanos.put(joining, now);
      return Duration.ZERO;
    }
    return Duration.ofNanos(now - firstSeenNanos.computeIfAbsent(joining, key -> now));
  }

  /** The nodes that join at the moment, with what they have announced. */
  public Map<InetAddressAndPort, Announcement> joins() {
    Map<InetAddressAndPort, Announcement> joins = new HashMap<>();
    followers.forEach(
        (joining, follower) ->
            follower.held().announcement().ifPresent(last -> joins.put(joining, last)));
    return joins;
  }

  /** Those of which anything is pending or done: none that was given up before its first step. */
  public Set<InetAddressAndPort> pendingJoins() {
    Set<InetAddressAndPort> joins = new LinkedHashSet<>();
    followers.forEach(
        (joining, follower) -> {
          HeldJoin held = follower.held();
          boolean given = held.broken() && held.held().isEmpty();
          held.announcement()
              .filter(last -> !given || !last.done().isEmpty())
              .ifPresent(last -> joins.add(joining));
        });
    return joins;
  }

  /** Whether the host may come back as a replica of what it has announced. */
  public boolean isBoundTo(UUID host) {
    return followers.values().stream().anyMatch(follower -> follower.held().isBoundTo(host));
  }

  /** Whether any node joins at the moment. Asked for every read. */
  public boolean hasJoins() {
    return joining;
  }

  private MemberState state() {
    joining = !joins().isEmpty();
    SortedMap<String, Acknowledgement> acknowledgements = new TreeMap<>();
    followers.forEach(
        (joining, follower) ->
            follower
                .acknowledgement(Timeouts.longestWriteMillis(), Timeouts.longestReadMillis())
                .ifPresent(said -> acknowledgements.put(Rings.name(joining), said)));
    return new MemberState(
        StartReport.agentVersion(), MemberState.PROTOCOL_VERSION, release, acknowledgements);
  }
}
