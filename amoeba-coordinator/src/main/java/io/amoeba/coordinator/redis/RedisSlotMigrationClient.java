package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.AtomicMigration;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import io.amoeba.coordinator.changes.slots.SlotMigrationMethod;
import io.amoeba.coordinator.changes.slots.SlotsInTransition;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.redis.PrimaryCommands.Command;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Migrates hash slots of a Redis Cluster by CLUSTER SETSLOT and MIGRATE, or lets its servers
 * migrate them. Confined to one thread.
 */
public final class RedisSlotMigrationClient implements SlotMigrationClient {

  private final RedisNodes nodes;
  private final PrimaryCommands commands;
  private final KeyTransfer keys;
  private final ServerSideMigrations migrations;

  /** A driver that connects at the first look. */
  public RedisSlotMigrationClient(RedisConnections redis) {
    this.nodes = new RedisNodes(redis.settings(), redis.changing());
    this.commands = new PrimaryCommands(nodes, redis.settings().timeout());
    this.keys = new KeyTransfer(redis.settings(), redis.login(), commands);
    this.migrations = new ServerSideMigrations(commands);
  }

  @Override
  public ClusterView look() {
    keys.forget();
    try {
      return nodes.look();
    } catch (ClusterFailure e) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Set<SlotMigrationMethod> methods() {
    Set<SlotMigrationMethod> methods = EnumSet.allOf(SlotMigrationMethod.class);
    for (String primary : nodes.primaries()) {
      methods.retainAll(methods(primary));
    }
    return methods;
  }

  /** A primary that does not tell is taken for one that knows the oldest method alone. */
  private Set<SlotMigrationMethod> methods(String primary) {
    Set<SlotMigrationMethod> methods = EnumSet.of(SlotMigrationMethod.SETSLOT_AND_MIGRATE);
    try {
      List<Object> known =
          commands.ask(
              primary,
              "COMMAND INFO",
              redis -> redis.commandInfo("cluster|migration", "cluster|migrateslots"));
      if (known.size() == 2 && isKnown(known.get(0))) {
        methods.add(SlotMigrationMethod.CLUSTER_MIGRATION);
      }
      if (known.size() == 2 && isKnown(known.get(1))) {
        methods.add(SlotMigrationMethod.CLUSTER_MIGRATESLOTS);
      }
    } catch (SlotMigrationException e) {
      return methods;
    }
    return methods;
  }

  /** Servers describe a command that they know by a list, and others by nothing. */
  private static boolean isKnown(Object description) {
    return description instanceof List<?> list && !list.isEmpty();
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
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
    setSlots(
        primary,
        hashSlots,
        "NODE " + owner,
        (redis, hashSlot) -> redis.clusterSetSlotNode(hashSlot, owner));
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
                primary, hashSlots, (redis, slot) -> redis.clusterSetSlotNode(slot, owner)));
      } catch (SlotMigrationException e) {
        untold.add(String.valueOf(e.getMessage()));
      }
    }
    sent.forEach(
        (primary, answers) -> {
          try {
            var unused = commands.await(primary, what, hashSlots, answers);
          } catch (SlotMigrationException e) {
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
