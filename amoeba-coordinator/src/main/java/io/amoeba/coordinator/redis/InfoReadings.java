package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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
 * What servers tell by one INFO each from time to time: memory, version and keys of primaries, the
 * lag of replicas and how much of the reads they answer, and the background work of both. Replicas
 * and their primaries are always asked, other primaries for what is wanted of them. Confined to one
 * thread.
 */
final class InfoReadings {

  private static final Logger LOG = LoggerFactory.getLogger(InfoReadings.class);

  private static final Duration AGE = Duration.ofSeconds(10);

  /** So many servers may let a reading wait for a connection until their time is over. */
  private static final int SILENCES = 2;

  private final RedisSettings settings;
  private final NodeConnections connections;
  private final StoreQuestions questions;
  private final UpkeepReadings upkeep = new UpkeepReadings();

  /** Hash slots of each server when it was asked: what has moved has changed its memory. */
  private final Map<String, Integer> hashSlots = new HashMap<>();

  private Map<String, Told> told = new HashMap<>();
  private Map<String, Told> toldBefore = Map.of();
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /**
   * Readings that do not own the connections.
   *
   * @param connections of the same thread
   */
  InfoReadings(RedisSettings settings, NodeConnections connections, StoreQuestions questions) {
    this.settings = settings;
    this.connections = connections;
    this.questions = questions;
  }

  private record Asked(
      KnownServer node,
      RedisFuture<String> info,
      Optional<List<RedisFuture<Map<String, String>>>> triggers) {}

  /** What a server told of itself. */
  private record Told(
      ReplicationInfo replication,
      OptionalLong keys,
      Optional<ServerMemory> memory,
      Optional<ServerVersion> version) {

    static final Told NOTHING =
        new Told(
            ReplicationInfo.of(Map.of()), OptionalLong.empty(), Optional.empty(), Optional.empty());

    static Told of(Map<String, String> info) {
      long keys = ServerInfoReader.keys(info);
      return new Told(
          ReplicationInfo.of(info),
          keys < 0 ? OptionalLong.empty() : OptionalLong.of(keys),
          ServerInfoReader.memory(info),
          ServerVersion.of(info));
    }

    /** The same with its keys and memory of later; its reads count from one round to the next. */
    Told withDataOf(Told later) {
      return new Told(replication, later.keys, later.memory, later.version);
    }
  }

  /**
   * Asks all servers if it is time to, and otherwise those that own other hash slots than before.
   */
  void read(ClusterNodes nodes) {
    List<KnownServer> wanted = wanted(nodes.servers());
    long now = System.nanoTime();
    if (!wanted.isEmpty() && now - readNanos >= AGE.toNanos()) {
      readNanos = now;
      hashSlots.clear();
      toldBefore = told;
      told = ask(wanted, questions.upkeep());
      upkeep.keep(told.keySet());
    } else if (questions.memory()) {
      List<KnownServer> changed =
          wanted.stream().filter(ClusterNodes::isKnownPrimary).filter(this::isChanged).toList();
      Map<String, Told> later = ask(changed, /* withUpkeep= */ false);
      changed.forEach(
          server ->
              told.merge(
                  server.id(), later.getOrDefault(server.id(), Told.NOTHING), Told::withDataOf));
    }
  }

  /** One that is thought down is not asked. */
  private List<KnownServer> wanted(List<KnownServer> known) {
    Set<String> replicated =
        known.stream()
            .filter(ClusterNodes::isKnownReplica)
            .map(KnownServer::primaryId)
            .collect(Collectors.toSet());
    boolean owners = questions.memory() || questions.keys() || questions.upkeep();
    return known.stream()
        .filter(server -> !server.isFailing())
        .filter(
            server ->
                ClusterNodes.isKnownReplica(server)
                    || (ClusterNodes.isKnownPrimary(server)
                        && (replicated.contains(server.id())
                            || (server.hashSlots().isEmpty() ? questions.memory() : owners))))
        .toList();
  }

  private boolean isChanged(KnownServer server) {
    Integer before = hashSlots.get(server.id());
    return before == null || before != server.hashSlotCount();
  }

  /** All are asked before any is waited for. */
  private Map<String, Told> ask(List<KnownServer> servers, boolean withUpkeep) {
    long connectedBy = System.nanoTime() + SILENCES * settings.timeout().toNanos();
    List<Asked> asked = new ArrayList<>();
    for (KnownServer node : servers) {
      if (connectedBy - System.nanoTime() <= 0) {
        break;
      }
      hashSlots.put(node.id(), node.hashSlotCount());
      boolean upkeepOfNode =
          withUpkeep && (ClusterNodes.isKnownReplica(node) || !node.hashSlots().isEmpty());
      try {
        RedisAsyncCommands<byte[], byte[]> commands = connections.connect(node.address()).async();
        asked.add(
            new Asked(
                node,
                commands.info(),
                upkeepOfNode ? Optional.of(upkeep.ask(node.id(), commands)) : Optional.empty()));
      } catch (RedisException | UncheckedIOException e) {
        lose(node.address(), e);
      }
    }
    long answeredBy = System.nanoTime() + settings.timeout().toNanos();
    Map<String, Told> answers = new HashMap<>();
    for (Asked one : asked) {
      try {
        String text =
            LettuceFutures.awaitOrCancel(
                one.info, Math.max(answeredBy - System.nanoTime(), 1), TimeUnit.NANOSECONDS);
        Map<String, String> info = ServerInfoReader.fields(text);
        Duration left = Duration.ofNanos(Math.max(answeredBy - System.nanoTime(), 1));
        one.triggers.ifPresent(asks -> upkeep.answered(one.node.id(), info, asks, left));
        answers.put(one.node.id(), Told.of(info));
      } catch (RedisException | NumberFormatException e) {
        lose(one.node.address(), e);
      }
    }
    return answers;
  }

  private void lose(ServerAddress node, RuntimeException cause) {
    connections.failed(node, cause);
    LOG.debug("{} does not answer INFO: {}", node, RedisLogin.rootMessage(cause));
  }

  /** Primaries with hash slots, with what was wanted of them and of their replicas. */
  List<Primary> owners(ClusterNodes nodes) {
    Map<String, List<KnownServer>> replicas =
        nodes.servers().stream()
            .filter(ClusterNodes::isKnownReplica)
            .collect(Collectors.groupingBy(KnownServer::primaryId));
    return nodes.owners().stream()
        .map(
            server ->
                primary(server)
                    .withKeys(questions.keys() ? told(server).keys : OptionalLong.empty())
                    .withReplicas(replicas(server, replicas.get(server.id())))
                    .withUpkeep(upkeep.of(server.id())))
        .toList();
  }

  /** Primaries without hash slots, with what was wanted of them. */
  List<Primary> empty(ClusterNodes nodes) {
    return nodes.emptyPrimaries().stream().map(this::primary).toList();
  }

  private Primary primary(KnownServer server) {
    Primary primary = server.asPrimary();
    return questions.memory()
        ? primary.withMemory(told(server).memory).withVersion(told(server).version)
        : primary;
  }

  private Told told(KnownServer server) {
    return told.getOrDefault(server.id(), Told.NOTHING);
  }

  private Replicas replicas(KnownServer primary, @Nullable List<KnownServer> replicas) {
    return replicas == null
        ? Replicas.NONE
        : new Replicas(
            replicas.stream().map(server -> replica(server, told(primary).replication)).toList(),
            readShare(primary, replicas));
  }

  /** A server that did not answer has no history and no offset, so its lag is unknown. */
  private Replica replica(KnownServer server, ReplicationInfo primary) {
    Optional<ReplicationInfo.Connected> seen =
        primary.find(server.address().host(), server.address().port());
    return new Replica(
        server.id(),
        server.address().host(),
        server.address().port(),
        seen.map(ReplicationInfo.Connected::lagSeconds).orElse(OptionalLong.empty()),
        primary.lagBytes(told(server).replication, seen),
        upkeep.of(server.id()));
  }

  /** Unknown if any of them has not told twice: a part of unknown size would be missing. */
  private OptionalDouble readShare(KnownServer primary, List<KnownServer> replicas) {
    List<OptionalLong> lookups =
        Stream.concat(Stream.of(primary), replicas.stream()).map(this::lookups).toList();
    long all = lookups.stream().mapToLong(one -> one.orElse(0)).sum();
    return all == 0 || lookups.stream().anyMatch(OptionalLong::isEmpty)
        ? OptionalDouble.empty()
        : OptionalDouble.of(1 - (double) lookups.get(0).getAsLong() / all);
  }

  private OptionalLong lookups(KnownServer server) {
    return told(server)
        .replication
        .lookupsSince(toldBefore.getOrDefault(server.id(), Told.NOTHING).replication);
  }
}
