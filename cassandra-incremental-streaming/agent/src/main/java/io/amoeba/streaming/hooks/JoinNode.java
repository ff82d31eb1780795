package io.amoeba.streaming.hooks;

import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.streaming.agent.AgentState;
import io.amoeba.streaming.joiner.JoinerSide;
import io.amoeba.streaming.joiner.Pacer;
import io.amoeba.streaming.member.KnownJoin;
import io.amoeba.streaming.member.MemberSide;
import io.amoeba.streaming.member.NodeReports;
import io.amoeba.streaming.operator.IncrementalJoin;
import io.amoeba.streaming.operator.IncrementalJoinTable;
import io.amoeba.streaming.operator.JoinMetrics;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.report.NodeReport;
import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.MeasuredLatencies;
import io.amoeba.streaming.ring.ReplicationListener;
import io.amoeba.streaming.ring.Rings;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node as the protocol sees it: a member, and perhaps one that joins. */
final class JoinNode {

  private static final Logger logger = LoggerFactory.getLogger(JoinNode.class);

  private static final String RELEASE_LINE = "5.0";

  /** Of a node that gossips no host id. */
  private static final UUID NO_HOST = new UUID(0, 0);

  /** As often as Cassandra gossips its load. */
  private static final long COMPACTIONS_SECONDS = 60;

  final ExtraReplicas extras = new ExtraReplicas();
  final ReadGate reads = new ReadGate(extras);
  final MemberSide member;
  final JoinerSide joiner;
  final Pacer pacer;
  private final NodeReports reports;
  private long previousGeneration;
  private boolean ringLoaded;
  private Map<InetAddressAndPort, EndpointState> clusterBefore = Map.of();

  JoinNode() {
    AgentState state = AgentState.get();
    member = new MemberSide(state.options().joinerTimeout(), extras, RELEASE_LINE);
    reports = new NodeReports(member::report);
    joiner = new JoinerSide(state.options(), extras, RELEASE_LINE, reports::join);
    pacer = new Pacer(state.options().rateMibPerSec(), System::nanoTime);
  }

  void showOperators() {
    IncrementalJoin bean =
        new IncrementalJoin(AgentState.get().report(), member, joiner, pacer, reads::refused);
    bean.register();
    JoinMetrics.register(bean);
    AmoebaViews.add(new IncrementalJoinTable(member, joiner));
  }

  void ringLoaded() {
    // A node without one of its patches understands half of the protocol.
    AgentState.get().report().requirePatched();
    if (!ringLoaded) {
      ringLoaded = true;
      previousGeneration = storedGeneration();
    }
    joiner.ringLoaded();
  }

  private static long storedGeneration() {
    UntypedResultSet rows =
        QueryProcessor.executeInternal(
            "SELECT gossip_generation FROM system.local WHERE key='local'");
    return rows.isEmpty() || !rows.one().has("gossip_generation")
        ? 0
        : rows.one().getInt("gossip_generation");
  }

  void gossipStarts(int generation, Map<ApplicationState, VersionedValue> states) {
    // By now Cassandra has loaded every class that the agent patches.
    StartReport report = AgentState.get().report();
    report.requirePatched();
    logger.info("{}", report.text());
    boolean bootstraps = !joiner.isRestarted() && !SystemKeyspace.bootstrapComplete();
    if (bootstraps) {
      member.forgetAll();
    }
    MemberState said = member.start(previousGeneration, generation, clusterBefore);
    clusterBefore = Map.of();
    states.put(GossipValues.MEMBER_STATE, GossipValues.of(said, NodeReport.NOTHING));
    joiner.gossipStarts(bootstraps).ifPresent(first -> states.putAll(firstWords(first)));
    // In the gossip stage, like all other changes of what is shown: the schema's own thread must
    // not wait for it.
    Schema.instance.registerListener(
        new ReplicationListener(() -> Stage.GOSSIP.execute(this::replicationChanged)));
    var unused =
        ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
            () -> Stage.GOSSIP.execute(member::lookAround), 5, 5, TimeUnit.SECONDS);
    var alsoUnused =
        ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
            this::reportCompactions, 5, COMPACTIONS_SECONDS, TimeUnit.SECONDS);
  }

  private void reportCompactions() {
    if (Gossiper.instance.isEnabled()) {
      reports.pendingCompactions(CompactionManager.instance.getPendingTasks());
    }
  }

  /**
   * Members make it a replica again at once: they must know where it is, which Cassandra gossips a
   * moment later.
   */
  private static Map<ApplicationState, VersionedValue> firstWords(Announcement first) {
    Map<ApplicationState, VersionedValue> values = GossipValues.of(first);
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    VersionedValue.VersionedValueFactory factory = StorageService.instance.valueFactory;
    values.put(ApplicationState.DC, factory.datacenter(snitch.getLocalDatacenter()));
    values.put(ApplicationState.RACK, factory.rack(snitch.getLocalRack()));
    return values;
  }

  /** Before this node takes part in gossip. Throws when it must not start. */
  void shadowRound(Map<InetAddressAndPort, EndpointState> states) {
    clusterBefore = Map.copyOf(states);
    if (joiner.isRestarted() || !SystemKeyspace.bootstrapComplete()) {
      joiner.shadowRound(states);
    }
  }

  boolean handlesChange(InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    if (state == GossipValues.MEMBER_STATE && !endpoint.equals(Rings.self())) {
      member.memberState(value);
      return false;
    }
    if (state == ApplicationState.SEVERITY && !endpoint.equals(Rings.self())) {
      new MeasuredLatencies(DatabaseDescriptor.getEndpointSnitch()).forget(endpoint);
      return false;
    }
    if (!GossipValues.isStatus(state)) {
      return false;
    }
    if (value.value.startsWith(VersionedValue.STATUS_BOOTSTRAPPING + ",")) {
      return member.refusesBoot(endpoint);
    }
    if (value.value.startsWith(VersionedValue.STATUS_NORMAL + ",")) {
      return !endpoint.equals(Rings.self()) && member.refusesNormal(endpoint);
    }
    if (!GossipValues.isAnnouncement(value)) {
      return false;
    }
    Announcement announcement = GossipValues.announcement(value);
    if (endpoint.equals(Rings.self())) {
      joiner.announced(announcement);
    } else {
      member.announced(endpoint, announcement);
    }
    return true;
  }

  void changed(InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    if (GossipValues.isStatus(state)
        && value.value.startsWith(VersionedValue.STATUS_NORMAL + ",")) {
      if (endpoint.equals(Rings.self())) {
        joiner.normal();
      } else {
        member.normal(endpoint);
      }
    }
  }

  private void replicationChanged() {
    joiner.replicationChanged();
    member.replicationChanged();
  }

  void refuseDuringJoin(String operation) {
    if (joiner.isJoining()) {
      throw new IllegalStateException(
          operation
              + " is refused: this node joins incrementally; wait for its end, or stop this node"
              + " and remove it");
    }
    List<InetAddressAndPort> joining =
        member.known().pending().stream().map(KnownJoin::endpoint).toList();
    if (!joining.isEmpty()) {
      throw new IllegalStateException(
          operation
              + " is refused: "
              + joining
              + " joins incrementally; wait for its end, or remove that node");
    }
  }

  /** Another node, which bootstraps, asks for this one's data. */
  void refuseBootstrap(InetAddressAndPort newcomer) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(newcomer);
    boolean runsAgent = state != null && GossipValues.runsAgent(state);
    List<KnownJoin> joins = new ArrayList<>(member.known().pending());
    joiner
        .announcement()
        .ifPresent(own -> joins.add(new KnownJoin(Hosts.self(), Rings.self(), own)));
    UUID host = Hosts.at(newcomer).orElse(NO_HOST);
    new BootstrapGate(joins)
        .inTheWayOf(newcomer, host, runsAgent)
        .ifPresent(
            joining -> {
              String refusal =
                  newcomer
                      + " bootstraps and gets no data: "
                      + joining
                      + " joins incrementally, which "
                      + (runsAgent ? "goes first" : "a node without the agent does not see")
                      + ". Stop "
                      + newcomer
                      + " and delete its data; let it join, with the agent, when "
                      + joining
                      + " has finished, or was removed";
              logger.warn(refusal);
              throw new IllegalStateException(refusal);
            });
  }

  @Nullable Object truncateBegins(String keyspace, String table) {
    if (joiner.isJoining()) {
      throw new IllegalStateException(
          "TRUNCATE of %s.%s is refused: this node joins incrementally; ask another node"
              .formatted(keyspace, table));
    }
    return member.truncates().begin(keyspace, table);
  }

  /** What sstableloader sends goes to the owners of tokens alone. */
  void refuseBulkLoad(InetAddressAndPort loader) {
    try {
      refuseDuringJoin("bulk load (sstableloader)");
    } catch (IllegalStateException e) {
      logger.warn("{} loads no data: {}", loader, e.getMessage());
      throw e;
    }
  }

  boolean postponesAutoRepair() {
    boolean postpones = joiner.isJoining() || !member.known().pending().isEmpty();
    if (postpones) {
      logger.info("Auto-repair skips this turn: a node joins incrementally");
    }
    return postpones;
  }

  void refuseRemoval(String hostId) {
    if (!member.known().follows(UUID.fromString(hostId))) {
      refuseDuringJoin("removenode");
    }
  }

  /** removenode refuses a node without tokens, which nothing depends on yet. */
  void refuseAssassination(String address) {
    InetAddressAndPort endpoint;
    try {
      endpoint = InetAddressAndPort.getByName(address);
    } catch (UnknownHostException e) {
      // Cassandra says so itself.
      return;
    }
    boolean begins =
        member.known().all().stream()
            .anyMatch(join -> join.endpoint().equals(endpoint) && join.last().done().isEmpty());
    if (!begins) {
      refuseDuringJoin("assassinate");
    }
  }
}
