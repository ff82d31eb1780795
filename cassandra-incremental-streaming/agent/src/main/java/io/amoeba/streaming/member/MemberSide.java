package io.amoeba.streaming.member;

import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.member.Application;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import io.amoeba.streaming.protocol.member.FollowedJoins;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.protocol.report.NodeReport;
import io.amoeba.streaming.ring.CassandraRing;
import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Reflection;
import io.amoeba.streaming.ring.Rings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All joins of other nodes that this member knows of. Changes come from the gossip stage. */
public final class MemberSide {

  private static final Logger logger = LoggerFactory.getLogger(MemberSide.class);

  private final Duration joinerTimeout;
  private final ExtraReplicas extras;
  private final String release;
  private final MemberVoice voice = new MemberVoice();
  private final CoordinatedTruncations coordinated = TruncationFile.load();
  private final FollowedJoins joins =
      new FollowedJoins(host -> follower(host, HeldJoin.nothing(generation()), generation()));
  private final KnownJoins known = new KnownJoins(joins);
  private final Truncates truncates =
      new Truncates(coordinated, known::aboutToOwn, this::truncateEnded);
  private final Map<UUID, Long> firstSeenNanos = new HashMap<>();
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

  /**
   * Before gossip starts: holds again what the disk says, and returns what to say of it.
   *
   * @param before what gossip has told in the shadow round
   */
  public synchronized MemberState start(
      long previousGeneration, long newGeneration, Map<InetAddressAndPort, EndpointState> before) {
    generation = newGeneration;
    HeldFiles.load()
        .forEach(
            (host, held) -> {
              requireOtherAddress(host, held, before);
              joins.add(host, follower(host, held, previousGeneration));
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
    voice.say(state());
  }

  private void forgetOldTruncations() {
    if (known.all().isEmpty()) {
      TruncationFile.prune(coordinated);
    }
  }

  /**
   * This node has an address at which it knows another one that may serve tokens. Until gossip says
   * where that one is now, this node would coordinate requests with a ring without it.
   */
  private static void requireOtherAddress(
      UUID host, HeldJoin held, Map<InetAddressAndPort, EndpointState> before) {
    boolean heard =
        before.values().stream()
            .anyMatch(state -> GossipValues.host(state).filter(host::equals).isPresent());
    if (held.isBound() && held.endpoint().equals(Rings.name(Rings.self())) && !heard) {
      throw new IllegalStateException(
          held.endpoint()
              + " was the address of host "
              + host
              + ", which joins incrementally and serves tokens: start that node first, at its new"
              + " address, then this one");
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
        joinerTimeout,
        CassandraRing.of(host, extras),
        HeldFiles.of(host));
  }

  /** An announcement of another node, or a former one of this node. */
  public synchronized void announced(InetAddressAndPort endpoint, Announcement announcement) {
    UUID host = Hosts.at(endpoint).orElse(null);
    if (host == null) {
      logger.warn("Announcement of {} ignored: it gossips no host id", endpoint);
      return;
    }
    if (host.equals(Hosts.self())) {
      // From before this node moved; Cassandra forgets that address by itself.
      return;
    }
    Application application = joins.apply(host, Rings.name(endpoint), announcement);
    if (application instanceof Application.Applied) {
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
      voice.say(state());
    } else if (application instanceof Application.Ignored ignored) {
      logger.debug("Announcement of {} ignored: {}", endpoint, ignored.reason());
    }
  }

  /** Applies what could not be applied when it came. Called now and then. */
  private void lookForAnnouncements() {
    for (InetAddressAndPort endpoint : Gossiper.instance.getEndpoints()) {
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
      if (state == null || endpoint.equals(Rings.self())) {
        continue;
      }
      Announcement last = announcement(state);
      Optional<JoinFollower> known = Hosts.at(endpoint).flatMap(joins::of);
      if (last != null
          && known
              .map(
                  one ->
                      one.held().apply(Rings.name(endpoint), last) instanceof Application.Applied)
              .orElse(true)) {
        announced(endpoint, last);
      }
    }
  }

  private static @Nullable Announcement announcement(EndpointState state) {
    try {
      return GossipValues.announcement(state).orElse(null);
    } catch (MalformedTextException e) {
      // Reported when it came.
      return null;
    }
  }

  /**
   * Whether another node's BOOT would throw away tokens that it serves, or that are served there.
   */
  public boolean refusesBoot(InetAddressAndPort endpoint) {
    boolean serves =
        Stream.concat(joinOf(endpoint).stream(), joins.at(Rings.name(endpoint)).stream())
            .anyMatch(
                follower ->
                    follower
                        .held()
                        .announcement()
                        .filter(last -> !last.done().isEmpty())
                        .isPresent());
    if (serves) {
      logger.error(
          "{} gossips BOOT, but serves tokens of an incremental join: ignored. Start it with the"
              + " agent to go on, or remove it (nodetool removenode) before it joins anew",
          endpoint);
    }
    return serves;
  }

  /** The join of the host at this address. */
  private Optional<JoinFollower> joinOf(InetAddressAndPort endpoint) {
    return Hosts.at(endpoint).flatMap(joins::of);
  }

  /** Whether another node's NORMAL is that of a host which was removed while it joined. */
  public boolean refusesNormal(InetAddressAndPort endpoint) {
    boolean removed = joinOf(endpoint).filter(follower -> follower.held().isVoid()).isPresent();
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
    joins.forEach((host, follower) -> follower.replicationChanged());
  }

  /** The node is an ordinary one now: Cassandra has set its tokens. */
  public synchronized void normal(InetAddressAndPort endpoint) {
    joinOf(endpoint)
        .filter(follower -> follower.held().announcement().isPresent())
        .ifPresent(
            follower -> {
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
              voice.say(state());
            });
  }

  /** Another member's state: it may know that a plan is void. */
  public synchronized void memberState(VersionedValue value) {
    try {
      boolean news = false;
      for (Map.Entry<UUID, Acknowledgement> said :
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

  private boolean learnsVoid(UUID host, UUID plan) {
    return !host.equals(Hosts.self()) && joins.planVoid(host, plan);
  }

  /** What is due now and then. */
  public synchronized void lookAround() {
    lookForAnnouncements();
    joins.forEach(this::lookForSilence);
  }

  /** Gives up what a node has announced that has been silent for too long. */
  private void lookForSilence(UUID host, JoinFollower follower) {
    if (follower.held().announcement().isPresent()
        && follower.silentFor(silence(host, follower.held().endpoint()))) {
      logger.warn(
          "{} has been silent for {}: writes for its pending tokens stop; it streams them again"
              + " when it is back",
          follower.held().endpoint(),
          joinerTimeout);
      voice.say(state());
    }
  }

  private Duration silence(UUID host, String endpoint) {
    long now = System.nanoTime();
    EndpointState state = KnownJoins.gossip(endpoint);
    if (state != null && state.isAlive()) {
      firstSeenNanos.put(host, now);
      return Duration.ZERO;
    }
    return Duration.ofNanos(now - firstSeenNanos.computeIfAbsent(host, key -> now));
  }

  /** What it knows of all of them. */
  public KnownJoins known() {
    return known;
  }

  /** Whether any node joins at the moment. Asked for every read. */
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
