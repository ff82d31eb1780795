package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts keys of hash slots, and moves them by MIGRATE, in every database that holds some. Keys are
 * bytes. The source connects to the destination under the address that the destination announces,
 * with this login. Confined to one thread.
 */
final class KeyTransfer {

  /**
   * A MIGRATE connects, logs in, sends and is confirmed; each may take its timeout. One that takes
   * longer goes on at the source, whose next answer waits for it.
   */
  private static final int MIGRATE_PHASES = 4;

  private static final int ONLY_DATABASE_OF_REDIS = 0;

  /** A line of INFO keyspace. */
  private static final Pattern DATABASE = Pattern.compile("^db(\\d{1,9}):");

  private final RedisSettings settings;
  private final RedisLogin login;
  private final ServerCommands primaries;

  /** By primary, of those that were asked since {@link #forget}. */
  private final Map<String, SortedSet<Integer>> databases = new HashMap<>();

  KeyTransfer(RedisSettings settings, RedisLogin login, ServerCommands primaries) {
    this.settings = settings;
    this.login = login;
    this.primaries = primaries;
  }

  /** The servers may be others than before. */
  void forget() {
    databases.clear();
  }

  /** Clients may create keys at a primary from now on that they could not create before. */
  void forget(String primary) {
    databases.remove(primary);
  }

  /** Keys of hash slots in all databases of a primary. */
  List<Long> countKeys(String primary, List<Integer> hashSlots) {
    long[] keys = new long[hashSlots.size()];
    for (int database : databases(primary)) {
      List<Long> counted =
          inDatabase(
              primary,
              database,
              () ->
                  primaries.askEach(
                      primary,
                      "CLUSTER COUNTKEYSINSLOT %d",
                      hashSlots,
                      RedisAsyncCommands::clusterCountKeysInSlot));
      for (int i = 0; i < keys.length; i++) {
        keys[i] += counted.get(i);
      }
    }
    return Arrays.stream(keys).boxed().toList();
  }

  /** Fails if a destination lacks a database in which a source holds keys. */
  void requireDatabases(String from, String to) {
    for (int database : databases(from)) {
      if (database != ONLY_DATABASE_OF_REDIS) {
        inDatabase(to, database, () -> database);
      }
    }
  }

  /*
   * Redis Cluster has database 0 alone. Valkey 9 and newer have several where cluster-databases is
   * above 1; COUNTKEYSINSLOT, GETKEYSINSLOT and MIGRATE are then about the selected one. A source
   * that migrates a hash slot creates no key of it in any database, so that those which hold keys
   * then are all. A destination that neither owns nor imports it creates none either.
   */
  private SortedSet<Integer> databases(String primary) {
    return databases.computeIfAbsent(primary, this::askForDatabases);
  }

  private SortedSet<Integer> askForDatabases(String primary) {
    SortedSet<Integer> found = new TreeSet<>(Set.of(ONLY_DATABASE_OF_REDIS));
    if (primaries.running(primary).severalDatabases()) {
      primaries
          .ask(primary, "INFO keyspace", redis -> redis.info("keyspace"))
          .lines()
          .map(DATABASE::matcher)
          .filter(Matcher::find)
          .forEach(line -> found.add(Integer.parseInt(line.group(1))));
    }
    return found;
  }

  /** The connection is in database 0 before and after. */
  private <T> T inDatabase(String primary, int database, Supplier<T> work) {
    if (database == ONLY_DATABASE_OF_REDIS) {
      return work.get();
    }
    select(primary, database);
    try {
      return work.get();
    } finally {
      select(primary, ONLY_DATABASE_OF_REDIS);
    }
  }

  private void select(String primary, int database) {
    var unused = primaries.ask(primary, "SELECT " + database, redis -> redis.select(database));
  }

  /** Moves some keys of each database; tells how many were tried. */
  int migrateKeys(KeyBatch batch) {
    int tried = 0;
    for (int database : databases(batch.from())) {
      tried += inDatabase(batch.from(), database, () -> migrateKeys(batch, database));
    }
    return tried;
  }

  private int migrateKeys(KeyBatch batch, int database) {
    List<List<byte[]>> found =
        primaries.askEach(
            batch.from(),
            "CLUSTER GETKEYSINSLOT %d",
            batch.hashSlots(),
            (redis, hashSlot) -> redis.clusterGetKeysInSlot(hashSlot, batch.keys()));
    Map<Integer, List<byte[]>> keys = new TreeMap<>();
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).isEmpty()) {
        keys.put(batch.hashSlots().get(i), found.get(i));
      }
    }
    migrate(batch, database, keys);
    return keys.values().stream().mapToInt(List::size).sum();
  }

  private void migrate(KeyBatch batch, int database, Map<Integer, List<byte[]>> keys) {
    ServerAddress to = primaries.address(batch.to());
    String from = primaries.address(batch.from()).toString();
    try {
      List<Integer> hashSlots = List.copyOf(keys.keySet());
      List<RedisFuture<String>> sent =
          primaries.send(
              batch.from(),
              "MIGRATE",
              hashSlots,
              (redis, hashSlot) ->
                  redis.dispatch(
                      CommandType.MIGRATE,
                      new StatusOutput<>(ByteArrayCodec.INSTANCE),
                      arguments(batch, to, database, keys.getOrDefault(hashSlot, List.of()))));
      var unused =
          primaries.await(
              hashSlots,
              sent,
              settings.timeout().plus(batch.timeout().multipliedBy(MIGRATE_PHASES)),
              (hashSlot, error) ->
                  ClusterAdminErrors.ofMigrate(hashSlot, batch, from, to.toString(), error));
    } catch (RedisException | UncheckedIOException e) {
      throw primaries.lost(batch.from(), "MIGRATE", e);
    }
  }

  private CommandArgs<byte[], byte[]> arguments(
      KeyBatch batch, ServerAddress to, int database, List<byte[]> keys) {
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(to.host())
            .add(to.port())
            .add("") // the keys are a list
            .add(database)
            .add(batch.timeout().toMillis());
    if (batch.replace()) {
      arguments.add("REPLACE");
    }
    login
        .password()
        .ifPresent(
            password ->
                settings
                    .username()
                    .ifPresentOrElse(
                        user -> arguments.add("AUTH2").add(user).add(password.toCharArray()),
                        () -> arguments.add("AUTH").add(password.toCharArray())));
    return arguments.add("KEYS").addKeys(keys);
  }
}
