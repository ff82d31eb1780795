package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.redis.ServerCommands.Command;
import io.amoeba.coordinator.text.HostSyntax;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes which servers are in a Redis Cluster, and as what, and migrates its hash slots by CLUSTER
 * SETSLOT and MIGRATE, or lets its servers migrate them. Servers that are to become members take
 * the same login. Confined to one thread.
 */
public final class RedisClusterAdmin implements ClusterAdmin {

  private static final Logger LOG = LoggerFactory.getLogger(RedisClusterAdmin.class);

  private final RedisNodes nodes;
  private final ServerCommands commands;
  private final KeyTransfer keys;
  private final ServerSideMigrations migrations;

  /** A driver that connects at the first look. */
  public RedisClusterAdmin(RedisConnections redis) {
    this.nodes = new RedisNodes(redis.settings(), redis.changing());
    this.commands = new ServerCommands(nodes, redis.settings().timeout());
    this.keys = new KeyTransfer(redis.settings(), redis.login(), commands);
    this.migrations = new ServerSideMigrations(commands);
  }

  @Override
  public ClusterView look() {
    keys.forget();
    return nodes.look();
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    keys.forget();
    return nodes.lookInside(also);
  }

  /*
   * CLUSTER MEET takes no names, and a server may listen at some of the addresses of its name alone:
   * it is met at each, and hears of one. Without its bus port it would be met at its own port +
   * 10000.
   */
  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    int bus = nodes.busPort(other);
    for (String address : addresses(other)) {
      CommandArgs<byte[], byte[]> words =
          new CommandArgs<>(ByteArrayCodec.INSTANCE).add("MEET").add(address).add(other.port());
      if (bus > 0) {
        words.add(bus);
      }
      commands.tell(
          member,
          "CLUSTER MEET " + address + " " + other.port() + (bus > 0 ? " " + bus : ""),
          redis ->
              redis.dispatch(
                  CommandType.CLUSTER, new StatusOutput<>(ByteArrayCodec.INSTANCE), words));
    }
  }

  private static Set<String> addresses(ServerAddress server) {
    try {
      return Arrays.stream(InetAddress.getAllByName(server.host()))
          .map(address -> HostSyntax.canonical(address.getHostAddress()))
          .filter(HostSyntax::isAddress)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    } catch (UnknownHostException e) {
      throw new ClusterFailure(
          ClusterFailure.Kind.REFUSED,
          server + " cannot join: its host name has no address",
          "correct the DNS");
    }
  }

  @Override
  public void replicate(ServerAddress server, String primary) {
    commands.tell(server, "CLUSTER REPLICATE " + primary, redis -> redis.clusterReplicate(primary));
    force(server);
  }

  @Override
  public void failOver(ServerAddress replica) {
    commands.tell(replica, "CLUSTER FAILOVER", redis -> redis.clusterFailover(/* force= */ false));
  }

  @Override
  public void save(ServerAddress server) {
    commands.tell(server, "BGSAVE", redis -> redis.bgsave());
  }

  @Override
  public void rewrite(ServerAddress server) {
    commands.tell(server, "BGREWRITEAOF", redis -> redis.bgrewriteaof());
  }

  @Override
  public void forget(ServerAddress member, String id) {
    commands.tell(
        member,
        "CLUSTER FORGET " + id,
        redis -> {
          try {
            redis.clusterForget(id);
          } catch (RedisCommandExecutionException e) {
            if (!ClusterAdminErrors.isUnknownNode(Objects.toString(e.getMessage()))) {
              throw e;
            }
          }
        });
  }

  @Override
  public void reset(ServerAddress server) {
    commands.tell(server, "CLUSTER RESET HARD", redis -> redis.clusterReset(/* hard= */ true));
  }

  @Override
  public Set<SlotMigrationMethod> methods() {
    Set<SlotMigrationMethod> methods = EnumSet.allOf(SlotMigrationMethod.class);
    nodes.primaries().forEach(primary -> methods.retainAll(migrations.methods(primary)));
    return methods;
  }

  @Override
  public String run(String primary) {
    return commands.running(primary).run();
  }

  @Override
  public boolean keepsMarks(String primary) {
    return commands.running(primary).keepsMarks();
  }

  @Override
  public boolean countsHiddenKeys(String primary) {
    return commands.running(primary).countsHiddenKeys();
  }

  @Override
  public List<Long> countKeys(String primary, List<Integer> hashSlots) {
    return keys.countKeys(primary, hashSlots);
  }

  @Override
  public void requireDatabases(String from, String to) {
    keys.requireDatabases(from, to);
  }

  @Override
  public void setImporting(String primary, List<Integer> hashSlots, String source) {
    setSlots(
        primary,
        hashSlots,
        "IMPORTING " + source,
        (redis, hashSlot) -> redis.clusterSetSlotImporting(hashSlot, source));
  }

  @Override
  public void setMigrating(String primary, List<Integer> hashSlots, String destination) {
    setSlots(
        primary,
        hashSlots,
        "MIGRATING " + destination,
        (redis, hashSlot) -> redis.clusterSetSlotMigrating(hashSlot, destination));
    force(commands.address(primary));
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
    setSlots(
        primary,
        hashSlots,
        "NODE " + owner,
        (redis, hashSlot) -> redis.clusterSetSlotNode(hashSlot, owner));
    if (primary.equals(owner)) {
      force(commands.address(primary));
    }
  }

  /*
   * A server writes to its nodes.conf what it is told, but forces that to its disk only along with a
   * new epoch, as for the first hash slots that a destination takes. If it loses power before the
   * system has written the rest, a destination forgets hash slots, and nobody owns them; a source
   * forgets that it has given keys away, and answers as if they had never been; a replica is a primary
   * without hash slots again, but with keys. Source: clusterDoBeforeSleep, CLUSTER_TODO_FSYNC_CONFIG.
   */
  private void force(ServerAddress server) {
    try {
      commands.tell(server, "CLUSTER SAVECONFIG", RedisCommands::clusterSaveconfig);
    } catch (ClusterFailure e) {
      if (!ClusterAdminErrors.isWithheld(Objects.toString(e.getMessage()))) {
        throw e;
      }
      LOG.debug("what {} was told may be lost with its power: {}", server, e.getMessage());
    }
  }

  @Override
  public List<String> setOwners(List<String> primaries, List<Integer> hashSlots, String owner) {
    String what = "CLUSTER SETSLOT %d NODE " + owner;
    Map<String, List<RedisFuture<String>>> sent = new LinkedHashMap<>();
    List<String> untold = new ArrayList<>();
    for (String primary : primaries) {
      keys.forget(primary);
      try {
        sent.put(
            primary,
            commands.send(
                primary, what, hashSlots, (redis, slot) -> redis.clusterSetSlotNode(slot, owner)));
      } catch (ClusterFailure e) {
        untold.add(String.valueOf(e.getMessage()));
      }
    }
    sent.forEach(
        (primary, answers) -> {
          try {
            var unused = commands.await(primary, what, hashSlots, answers);
          } catch (ClusterFailure e) {
            untold.add(String.valueOf(e.getMessage()));
          }
        });
    return untold;
  }

  @Override
  public void setStable(String primary, List<Integer> hashSlots) {
    setSlots(primary, hashSlots, "STABLE", RedisAsyncCommands::clusterSetSlotStable);
  }

  private void setSlots(
      String primary, List<Integer> hashSlots, String what, Command<String> command) {
    keys.forget(primary);
    var unused = commands.askEach(primary, "CLUSTER SETSLOT %d " + what, hashSlots, command);
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    return keys.migrateKeys(batch);
  }

  @Override
  public void migrate(SlotsInTransition slots) {
    migrations.migrate(slots);
  }

  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    return migrations.migrations(method, primary);
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    migrations.cancel(method, primary, migration);
  }
}
