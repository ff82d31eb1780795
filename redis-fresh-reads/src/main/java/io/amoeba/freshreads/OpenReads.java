package io.amoeba.freshreads;

import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.link.ClusterDeployment;
import io.amoeba.freshreads.link.CommandRules;
import io.amoeba.freshreads.link.Deployment;
import io.amoeba.freshreads.link.LinkClient;
import io.amoeba.freshreads.link.LinkSettings;
import io.amoeba.freshreads.link.LinkTimer;
import io.amoeba.freshreads.link.PrimaryCommands;
import io.amoeba.freshreads.link.ReplicatedDeployment;
import io.amoeba.freshreads.link.ServerCheck;
import io.amoeba.freshreads.link.Topology;
import io.amoeba.freshreads.link.TopologyFollower;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.read.ReadRouter;
import io.amoeba.freshreads.read.ReadSettings;
import io.amoeba.freshreads.shard.HeartbeatKeys;
import io.amoeba.freshreads.shard.Shard;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that the opening starts, and that the closing ends in the reverse order. */
final class OpenReads<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FreshReads.class);

  private final List<Runnable> closings = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<Runnable> shardActions = new CopyOnWriteArrayList<>();
  private final LinkTimer timer = new LinkTimer();
  private final AbstractRedisClient client;
  private final ReadRouter<K, V> router;
  private volatile @Nullable TopologyFollower follower;

  private OpenReads(
      AbstractRedisClient client,
      LinkClient links,
      Deployment deployment,
      RedisCodec<K, V> codec,
      FreshReadsConfig config) {
    this.client = client;
    String process = UUID.randomUUID().toString().replace("-", "");
    HeartbeatKeys keys = new HeartbeatKeys(config.heartbeatKey(), process, SlotHash::getSlot);
    closings.add(links::close);
    closings.add(deployment::close);
    boolean opened = false;
    try {
      if (!config.maxStaleness().isZero()) {
        boolean clusterMode = deployment instanceof ClusterDeployment;
        Topology topology = deployment.topology();
        ServerCheck serverCheck =
            new ServerCheck(
                links,
                config.heartbeatKey(),
                clusterMode,
                config.evidence() == Evidence.HEARTBEATS);
        check(serverCheck, topology, keys);
        if (!topology.hasReplicas()) {
          LOG.warn("Fresh reads: no shard has a replica, so all reads stay on primaries");
        }
      }
      this.router = start(codec, config, links, new Heartbeat(process), keys, deployment);
      opened = true;
    } finally {
      if (!opened) {
        close();
      }
    }
  }

  static <K, V> OpenReads<K, V> open(
      RedisClusterClient client, RedisCodec<K, V> codec, FreshReadsConfig config) {
    try {
      client.getPartitions();
    } catch (RedisException e) {
      throw new FreshReadsException(
          "Cannot read the cluster's nodes: check that a node is up, is in cluster mode"
              + " (cluster-enabled yes), and takes these credentials",
          e);
    }
    return new OpenReads<>(
        client, new LinkClient(client), new ClusterDeployment(client), codec, config);
  }

  static <K, V> OpenReads<K, V> open(
      RedisClient client, RedisCodec<K, V> codec, List<RedisURI> nodes, FreshReadsConfig config) {
    FreshReadsConfigCheck.nodes(nodes);
    LinkClient links = new LinkClient(client);
    Deployment deployment = ReplicatedDeployment.open(client, links, nodes);
    if (deployment == null) {
      links.close();
      throw new FreshReadsException(
          "None of the servers says by ROLE that it is the primary: check that "
              + nodes.stream().map(Topology::address).collect(Collectors.joining(", "))
              + " are up, that one of them takes writes, and that the user may use ROLE"
              + " (ACL SETUSER <user> +role)");
    }
    return new OpenReads<>(client, links, deployment, codec, config);
  }

  private static void check(ServerCheck check, Topology topology, HeartbeatKeys keys) {
    Set<String> problems = new LinkedHashSet<>();
    for (Shard shard : topology.shards()) {
      String key = keys.key(shard, null);
      if (key != null) {
        check
            .problem(shard.primary().address(), topology.uri(shard.primary()), key)
            .ifPresent(problems::add);
      }
    }
    if (!problems.isEmpty()) {
      throw new FreshReadsException("Fresh reads cannot start: " + String.join("; ", problems));
    }
  }

  private ReadRouter<K, V> start(
      RedisCodec<K, V> codec,
      FreshReadsConfig config,
      LinkClient links,
      Heartbeat heartbeat,
      HeartbeatKeys keys,
      Deployment deployment) {
    LinkSettings<K, V> linkSettings =
        new LinkSettings<>(
            links,
            codec,
            heartbeat,
            new CommandRules(FreshRouting.reading(commandsThatRead()), config.absentFromReplica()),
            deployment instanceof ClusterDeployment);
    ReadSettings<K, V> settings = new ReadSettings<>(config, linkSettings, this::trouble);
    PrimaryCommands<K, V> primaries = deployment.primaries(codec, linkSettings::onPrimaries);
    closings.add(primaries::close);
    ReadRouter<K, V> started = new ReadRouter<>(settings, primaries::commands, keys);
    closings.add(started::close);
    started.follow(deployment.topology());
    closings.add(timer::close);
    TopologyFollower following =
        new TopologyFollower(
            deployment,
            timer,
            changed -> {
              primaries.follow(changed);
              started.follow(changed);
              shardActions.forEach(Runnable::run);
            });
    follower = following;
    timer.every(
        settings.tickNanos(),
        () -> {
          started.tick();
          following.tick(System.nanoTime());
        });
    return started;
  }

  private void trouble() {
    TopologyFollower now = follower;
    if (now != null) {
      now.trouble();
    }
  }

  /** What the client's options say of its commands. */
  ReadOnlyPredicate commandsThatRead() {
    return client.getOptions().getReadOnlyCommands();
  }

  /**
   * Lets the client read its view again now and after each change of shards, which makes its
   * connections select nodes anew.
   */
  void forgetSelections() {
    List<Object> known = new ArrayList<>();
    onShards(
        () -> {
          if (!known.equals(router.shards())) {
            known.clear();
            known.addAll(router.shards());
            trouble();
          }
        });
  }

  void onShards(Runnable action) {
    timer.execute(
        () -> {
          shardActions.add(action);
          action.run();
        });
  }

  ReadRouter<K, V> router() {
    return router;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      for (int i = closings.size() - 1; i >= 0; i--) {
        closings.get(i).run();
      }
    }
  }
}
