package io.amoeba.streaming.hooks;

import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.streaming.agent.IncrementalStreamingAgent;
import io.amoeba.streaming.operator.IncrementalJoin;
import io.amoeba.streaming.operator.IncrementalJoinTable;
import io.amoeba.streaming.operator.JoinMetrics;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.ReplicationListener;
import io.amoeba.streaming.ring.ShadowRound;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.config.DatabaseDescriptor;
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

/**
 * Called when Cassandra starts, by its main thread. Exceptions reach Cassandra, which then does not
 * start.
 */
public final class StartHooks {

  private static final Logger logger = LoggerFactory.getLogger(StartHooks.class);

  private static final long ANNOUNCEMENTS_SECONDS = 5;

  /** As often as Cassandra gossips its load. */
  private static final long COMPACTIONS_SECONDS = 60;

  private StartHooks() {}

  public static void viewsRegistered() {
    LocalNode node = LocalNode.get();
    IncrementalJoin bean =
        new IncrementalJoin(
            IncrementalStreamingAgent.state().report(),
            node.member,
            node.joining,
            node.pacing,
            node.reads::refused);
    bean.register();
    JoinMetrics.register(bean);
    AmoebaViews.add(new IncrementalJoinTable(node.member, node.joining, node.pacing));
  }

  /** Cassandra has read the ring from disk. */
  public static void ringLoaded() {
    // A node without one of its patches understands half of the protocol.
    IncrementalStreamingAgent.state().report().requirePatched();
    LocalNode node = LocalNode.get();
    node.startState.ringLoaded();
    node.joining.ringLoaded();
  }

  /** Before this node takes part in gossip. Throws when it must not start. */
  public static void shadowRound(Map<InetAddressAndPort, EndpointState> states) {
    LocalNode node = LocalNode.get();
    ShadowRound cluster = new ShadowRound(states);
    node.startState.shadowRound(cluster);
    if (node.joining.isRestarted() || !SystemKeyspace.bootstrapComplete()) {
      node.joining.shadowRound(cluster);
    }
  }

  /**
   * Whether a node may start where the cluster remembers one of this host and this status. Without
   * the agent it has started for a moment, and left a status that no new node may have.
   */
  public static boolean safeForStartup(
      @Nullable EndpointState remembered, UUID host, boolean safe) {
    return safe
        || (remembered != null
            && LocalNode.get().joining.isRestarted()
            && GossipValues.endedBeforeJoining(remembered)
            && GossipValues.host(remembered).equals(Optional.of(host)));
  }

  /** Adds to the states of this start's first gossip message. */
  public static void gossipStarts(int generation, Map<ApplicationState, VersionedValue> states) {
    // By now Cassandra has loaded every class that the agent patches.
    StartReport report = IncrementalStreamingAgent.state().report();
    report.requirePatched();
    logger.info("{}", report.text());
    LocalNode node = LocalNode.get();
    boolean bootstraps = !node.joining.isRestarted() && !SystemKeyspace.bootstrapComplete();
    if (bootstraps) {
      node.member.forgetAll();
    }
    MemberState held = node.member.start(node.startState, generation);
    states.put(GossipValues.MEMBER_STATE, GossipValues.of(held, NodeReport.NOTHING));
    node.joining
        .gossipStarts(bootstraps)
        .ifPresent(announcement -> states.putAll(firstStates(announcement)));
    watch(node);
  }

  /**
   * Members make it a replica again at once: they must know where it is, which Cassandra gossips a
   * moment later.
   */
  private static Map<ApplicationState, VersionedValue> firstStates(Announcement announcement) {
    Map<ApplicationState, VersionedValue> values = GossipValues.of(announcement);
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    VersionedValue.VersionedValueFactory factory = StorageService.instance.valueFactory;
    values.put(ApplicationState.DC, factory.datacenter(snitch.getLocalDatacenter()));
    values.put(ApplicationState.RACK, factory.rack(snitch.getLocalRack()));
    return values;
  }

  private static void watch(LocalNode node) {
    // In the gossip stage, like all other changes of the ring: the schema's own thread must not
    // wait for it.
    Schema.instance.registerListener(
        new ReplicationListener(() -> Stage.GOSSIP.execute(() -> replicationChanged(node))));
    var unused =
        ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
            () -> Stage.GOSSIP.execute(node.member::tick),
            ANNOUNCEMENTS_SECONDS,
            ANNOUNCEMENTS_SECONDS,
            TimeUnit.SECONDS);
    var alsoUnused =
        ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
            () -> reportCompactions(node),
            ANNOUNCEMENTS_SECONDS,
            COMPACTIONS_SECONDS,
            TimeUnit.SECONDS);
    node.figures.start();
  }

  private static void replicationChanged(LocalNode node) {
    node.joining.replicationChanged();
    node.member.replicationChanged();
  }

  private static void reportCompactions(LocalNode node) {
    if (Gossiper.instance.isEnabled()) {
      node.member.reportPendingCompactions(CompactionManager.instance.getPendingTasks());
    }
  }
}
