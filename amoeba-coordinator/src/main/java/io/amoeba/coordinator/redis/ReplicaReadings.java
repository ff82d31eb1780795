package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.Replica;
import io.amoeba.coordinator.monitor.Replicas;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far replicas lag, how much of the reads they answer, and the background work of both, by one
 * INFO of each replica and of its primary from time to time. A primary without replicas is asked
 * for its background work alone. Confined to one thread.
 */
final class ReplicaReadings {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaReadings.class);

  private static final Duration AGE = Duration.ofSeconds(10);

  /** So many servers may let a reading wait for a connection until their time is over. */
  private static final int SILENCES = 2;

  private final RedisSettings settings;
  private final NodeConnections connections;
  private final Optional<UpkeepReadings> upkeep;
  private Map<String, ReplicationInfo> told = Map.of();
  private Map<String, ReplicationInfo> toldBefore = Map.of();
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /**
   * Readings that do not own the connections.
   *
   * @param connections of the same thread
   * @param upkeep whether background work is wanted
   */
  ReplicaReadings(RedisSettings settings, NodeConnections connections, boolean upkeep) {
    this.settings = settings;
    this.connections = connections;
    this.upkeep = upkeep ? Optional.of(new UpkeepReadings()) : Optional.empty();
  }

  private record Asked(
      KnownServer node,
      RedisFuture<String> info,
      List<RedisFuture<Map<String, String>>> settings) {}

  /**
   * The same primaries with their replicas, and both with their background work.
   *
   * @param known nodes that one of them knows
   */
  List<Primary> of(List<Primary> primaries, List<KnownServer> known) {
    Map<String, List<KnownServer>> replicas =
        known.stream()
            .filter(ClusterNodes::isKnownReplica)
            .collect(Collectors.groupingBy(KnownServer::primaryId));
    long now = System.nanoTime();
    Set<String> asked = new HashSet<>(replicas.keySet());
    if (upkeep.isPresent()) {
      primaries.forEach(primary -> asked.add(primary.id()));
    }
    if (!asked.isEmpty() && now - readNanos >= AGE.toNanos()) {
      readNanos = now;
      toldBefore = told;
      told = ask(known, asked);
      upkeep.ifPresent(readings -> readings.keep(told.keySet()));
    }
    return primaries.stream()
        .map(
            primary ->
                primary
                    .withReplicas(of(primary, replicas.get(primary.id())))
                    .withUpkeep(upkeepOf(primary.id())))
        .toList();
  }

  /** All are asked before any is waited for; one that is thought down is not. */
  private Map<String, ReplicationInfo> ask(List<KnownServer> known, Set<String> primaries) {
    long connectedBy = System.nanoTime() + SILENCES * settings.timeout().toNanos();
    List<Asked> asked = new ArrayList<>();
    for (KnownServer node : known) {
      boolean wanted = ClusterNodes.isKnownReplica(node) || primaries.contains(node.id());
      if (wanted && !node.isFailing() && connectedBy - System.nanoTime() > 0) {
        try {
          RedisAsyncCommands<byte[], byte[]> commands = connections.connect(node.address()).async();
          asked.add(
              new Asked(
                  node,
                  commands.info(),
                  upkeep.map(readings -> readings.ask(node.id(), commands)).orElse(List.of())));
        } catch (RedisException | UncheckedIOException e) {
          lose(node.address(), e);
        }
      }
    }
    long answeredBy = System.nanoTime() + settings.timeout().toNanos();
    Map<String, ReplicationInfo> answers = new HashMap<>();
    for (Asked one : asked) {
      try {
        String text =
            LettuceFutures.awaitOrCancel(
                one.info, Math.max(answeredBy - System.nanoTime(), 1), TimeUnit.NANOSECONDS);
        Map<String, String> info = ServerInfoReader.fields(text);
        Duration left = Duration.ofNanos(Math.max(answeredBy - System.nanoTime(), 1));
        upkeep.ifPresent(readings -> readings.answered(one.node.id(), info, one.settings, left));
        answers.put(one.node.id(), ReplicationInfo.of(info));
      } catch (RedisException e) {
        lose(one.node.address(), e);
      }
    }
    return answers;
  }

  private void lose(ServerAddress node, RuntimeException cause) {
    connections.failed(node, cause);
    LOG.debug(
        "{} does not report its replication and background work: {}",
        node,
        RedisLogin.rootMessage(cause));
  }

  private Replicas of(Primary primary, @Nullable List<KnownServer> replicas) {
    return replicas == null
        ? Replicas.NONE
        : new Replicas(
            replicas.stream().map(server -> replica(server, told.get(primary.id()))).toList(),
            readShare(primary, replicas));
  }

  private Replica replica(KnownServer server, @Nullable ReplicationInfo primary) {
    OptionalLong lagSeconds = OptionalLong.empty();
    OptionalLong lagBytes = OptionalLong.empty();
    if (primary != null) {
      Optional<ReplicationInfo.Connected> seen =
          primary.find(server.address().host(), server.address().port());
      lagSeconds = seen.map(ReplicationInfo.Connected::lagSeconds).orElse(lagSeconds);
      lagBytes = primary.lagBytes(told.get(server.id()), seen);
    }
    return new Replica(
        server.id(),
        server.address().host(),
        server.address().port(),
        lagSeconds,
        lagBytes,
        upkeepOf(server.id()));
  }

  private Optional<ServerUpkeep> upkeepOf(String server) {
    return upkeep.flatMap(readings -> readings.of(server));
  }

  /** Unknown if any of them has not told twice: a part of unknown size would be missing. */
  private OptionalDouble readShare(Primary primary, List<KnownServer> replicas) {
    List<OptionalLong> lookups =
        Stream.concat(Stream.of(primary.id()), replicas.stream().map(KnownServer::id))
            .map(this::lookups)
            .toList();
    long all = lookups.stream().mapToLong(one -> one.orElse(0)).sum();
    return all == 0 || lookups.stream().anyMatch(OptionalLong::isEmpty)
        ? OptionalDouble.empty()
        : OptionalDouble.of(1 - (double) lookups.get(0).getAsLong() / all);
  }

  private OptionalLong lookups(String id) {
    ReplicationInfo now = told.get(id);
    ReplicationInfo before = toldBefore.get(id);
    return now == null || before == null ? OptionalLong.empty() : now.lookupsSince(before);
  }
}
