package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.lettuce.core.RedisException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the topology of a Redis Cluster with one command to one node per tick; when that node is
 * gone or cut off, to the next of those it ever heard of. Every primary is asked from time to time
 * who owns the hash slots in its view, and, if wanted, for the load of its hash slots and for what
 * it holds beside keys. One INFO of each server tells of its keys, memory, replication and
 * background work. Confined to the control-loop thread.
 */
public final class RedisClusterMonitor implements StoreMonitor {

  /**
   * So many nodes may let one read wait until their time is over. Where the link to all is cut,
   * nobody would hear of that before each of a thousand had its turn.
   */
  private static final int SILENCES = 2;

  private final RedisSettings settings;
  private final NodeConnections connections;
  private final Set<ServerAddress> known;
  private final OwnerReadings ownerReadings;
  private final InfoReadings info;
  private final Optional<SlotStatistics> statistics;
  private final Optional<MemberReadings> members;
  private Optional<ServerAddress> asked = Optional.empty();

  /** A monitor that connects at the first read. */
  public RedisClusterMonitor(RedisConnections redis, StoreQuestions questions) {
    this.settings = redis.settings();
    this.connections = redis.reading();
    this.known = new LinkedHashSet<>(settings.endpoints());
    this.ownerReadings = new OwnerReadings(settings, connections);
    this.info = new InfoReadings(settings, connections, questions);
    this.statistics =
        questions.load() ? Optional.of(new SlotStatistics(connections)) : Optional.empty();
    this.members =
        questions.members() ? Optional.of(new MemberReadings(connections)) : Optional.empty();
  }

  @Override
  public StoreView read() {
    String reason = "no node is known";
    if (asked.isPresent()) {
      ServerAddress current = asked.get();
      try {
        return read(current);
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        reason = current + ": " + RedisLogin.rootMessage(e);
        disconnect(current);
      }
    }
    long begin = System.nanoTime();
    for (ServerAddress endpoint : List.copyOf(known)) {
      if (System.nanoTime() - begin >= SILENCES * settings.timeout().toNanos()) {
        break;
      }
      try {
        StoreView found = read(endpoint);
        asked = Optional.of(endpoint);
        return found;
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        reason = endpoint + ": " + RedisLogin.rootMessage(e);
        disconnect(endpoint);
        known.remove(endpoint); // the others come first next time
        known.add(endpoint);
      }
    }
    return new StoreView.Unreachable(reason);
  }

  private StoreView read(ServerAddress node) {
    String text = connections.connect(node).sync().clusterNodes();
    ClusterNodes nodes = ClusterNodes.parse(text, node.host());
    if (nodes.owners().isEmpty()) {
      throw new IllegalArgumentException("it serves no hash slot of a cluster");
    }
    if (!nodes.seesMajority()) {
      throw new IllegalArgumentException("it sees most primaries failing");
    }
    connections.learn(nodes.servers());
    known.clear();
    known.addAll(settings.endpoints());
    nodes.owners().forEach(primary -> known.add(primary.address()));
    info.read(nodes);
    List<Primary> owners = info.owners(nodes);
    List<Primary> empty = info.empty(nodes);
    return new StoreView.Found(
        owners,
        members.map(readings -> readings.of(owners, empty)).orElse(empty),
        statistics.flatMap(read -> read.of(owners)),
        ownerReadings.of(nodes.servers()));
  }

  private void disconnect(ServerAddress node) {
    connections.disconnect(node);
    asked = Optional.empty();
  }
}
