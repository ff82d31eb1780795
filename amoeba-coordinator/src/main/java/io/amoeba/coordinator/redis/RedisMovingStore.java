package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.AtomicMigration;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient.KeyBatch;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import io.amoeba.coordinator.changes.slots.SlotMigrationMethod;
import io.amoeba.coordinator.changes.slots.SlotsInTransition;
import io.amoeba.coordinator.changes.slots.StoreTopology;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.VoidOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves keys of a Redis Cluster by MIGRATE, or lets its servers migrate hash slots. Keys are bytes.
 * The source connects to the destination under the address that the destination announces, with
 * this driver's login. Confined to one thread.
 */
public final class RedisMovingStore implements SlotMigrationClient {

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
  private final RedisNodes nodes;

  /** A connection ends with its process. */
  private final Map<StatefulRedisConnection<byte[], byte[]>, RunningServer> running =
      new WeakHashMap<>();

  /** By primary, of those that were asked since the last look or note of a hash slot. */
  private final Map<String, SortedSet<Integer>> databases = new HashMap<>();

  /** A driver that connects at the first look. */
  public RedisMovingStore(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.login = new RedisLogin(settings, leadership);
    this.nodes = new RedisNodes(settings, login);
  }

  @Override
  public StoreTopology look() {
    databases.clear();
    return nodes.look();
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
          ask(
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
    return running(primary).run();
  }

  @Override
  public boolean keepsMarks(String primary) {
    return running(primary).keepsMarks();
  }

  @Override
  public boolean countsHiddenKeys(String primary) {
    return running(primary).countsHiddenKeys();
  }

  private RunningServer running(String primary) {
    return running.computeIfAbsent(
        nodes.connection(primary),
        connection ->
            RunningServer.read(ask(primary, "INFO server", redis -> redis.info("server"))));
  }

  @Override
  public List<Long> countKeys(String primary, List<Integer> hashSlots) {
    long[] keys = new long[hashSlots.size()];
    for (int database : databases(primary)) {
      List<Long> counted =
          inDatabase(
              primary,
              database,
              () ->
                  askEach(
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

  @Override
  public void requireDatabases(String from, String to) {
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
    if (running(primary).severalDatabases()) {
      ask(primary, "INFO keyspace", redis -> redis.info("keyspace"))
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
    var unused = ask(primary, "SELECT " + database, redis -> redis.select(database));
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
      databases.remove(primary);
      try {
        sent.put(
            primary,
            send(primary, hashSlots, (redis, slot) -> redis.clusterSetSlotNode(slot, owner)));
      } catch (SlotMigrationException e) {
        untold.add(String.valueOf(e.getMessage()));
      }
    }
    sent.forEach(
        (primary, answers) -> {
          try {
            var unused = await(primary, what, hashSlots, answers);
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
    databases.remove(
        primary); // from now on clients may create keys there that they could not before
    var unused = askEach(primary, "CLUSTER SETSLOT %d " + what, hashSlots, command);
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    int tried = 0;
    for (int database : databases(batch.from())) {
      tried += inDatabase(batch.from(), database, () -> migrateKeys(batch, database));
    }
    return tried;
  }

  private int migrateKeys(KeyBatch batch, int database) {
    List<List<byte[]>> found =
        askEach(
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
    ServerAddress to = nodes.address(batch.to());
    String from = nodes.address(batch.from()).toString();
    try {
      List<Integer> hashSlots = List.copyOf(keys.keySet());
      List<RedisFuture<String>> sent =
          send(
              batch.from(),
              hashSlots,
              (redis, hashSlot) ->
                  redis.dispatch(
                      CommandType.MIGRATE,
                      new StatusOutput<>(ByteArrayCodec.INSTANCE),
                      arguments(batch, to, database, keys.getOrDefault(hashSlot, List.of()))));
      var unused =
          answers(
              hashSlots,
              sent,
              settings.timeout().plus(batch.timeout().multipliedBy(MIGRATE_PHASES)),
              (hashSlot, error) ->
                  MigrateAnswer.ofMigrate(hashSlot, batch, from, to.toString(), error));
    } catch (RedisException | UncheckedIOException e) {
      throw nodes.lost(batch.from(), "MIGRATE", e);
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

  @Override
  public void migrate(SlotsInTransition move) {
    var unused =
        cluster(
            move.method().steering(move),
            MigrationDialect.of(move.method()).begin(move),
            new VoidOutput<>(ByteArrayCodec.INSTANCE));
  }

  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    MigrationDialect dialect = MigrationDialect.of(method);
    try {
      return ReplyMaps.of(
              cluster(primary, dialect.list(), new ObjectOutput<>(ByteArrayCodec.INSTANCE)))
          .stream()
          .filter(dialect::isSteered)
          .map(dialect::migration)
          .toList();
    } catch (IllegalArgumentException e) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.REFUSED,
          "%s answers CLUSTER %s in another form than is known here: %s; set plans.moves.method to setslot"
              .formatted(nodes.address(primary), String.join(" ", dialect.list()), e.getMessage()));
    }
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    MigrationDialect dialect = MigrationDialect.of(method);
    if (dialect.cancelsAll()) {
      requireNoOther(method, primary, migration);
    }
    try {
      var unused =
          cluster(primary, dialect.cancel(migration), new VoidOutput<>(ByteArrayCodec.INSTANCE));
    } catch (SlotMigrationException e) {
      // It may have ended a moment ago, of which the server makes an error.
      if (e.kind() != SlotMigrationException.Kind.REFUSED
          || isUnderWay(method, primary, migration)) {
        throw e;
      }
    }
  }

  private boolean isUnderWay(
      SlotMigrationMethod method, String primary, AtomicMigration migration) {
    return underWay(method, primary).anyMatch(other -> other.id().equals(migration.id()));
  }

  private void requireNoOther(
      SlotMigrationMethod method, String primary, AtomicMigration migration) {
    List<String> others =
        underWay(method, primary)
            .map(AtomicMigration::id)
            .filter(id -> !id.equals(migration.id()))
            .toList();
    if (!others.isEmpty()) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.REFUSED,
          "%s can cancel all of its migrations or none, and others are also in progress there (%s): wait for their end, or cancel them manually"
              .formatted(nodes.address(primary), String.join(", ", others)));
    }
  }

  private Stream<AtomicMigration> underWay(SlotMigrationMethod method, String primary) {
    return migrations(method, primary).stream()
        .filter(migration -> migration.state() == AtomicMigration.State.UNDER_WAY);
  }

  private <T> @Nullable T cluster(
      String primary, List<String> words, CommandOutput<byte[], byte[], T> output) {
    CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    words.forEach(arguments::add);
    return ask(
        primary,
        "CLUSTER " + String.join(" ", words),
        redis -> redis.dispatch(CommandType.CLUSTER, output, arguments));
  }

  @Override
  public void close() {
    nodes.close();
  }

  /** A command for one hash slot. */
  private interface Command<T> {
    RedisFuture<T> send(RedisAsyncCommands<byte[], byte[]> redis, int hashSlot);
  }

  /** What an error says that the command for a hash slot was answered with. */
  private interface Refusal {
    SlotMigrationException of(int hashSlot, String error);
  }

  private <T> List<T> askEach(
      String primary, String what, List<Integer> hashSlots, Command<T> command) {
    return await(primary, what, hashSlots, send(primary, hashSlots, command));
  }

  /** Sends all before anybody waits for any. */
  private <T> List<RedisFuture<T>> send(
      String primary, List<Integer> hashSlots, Command<T> command) {
    RedisAsyncCommands<byte[], byte[]> redis = nodes.connection(primary).async();
    return hashSlots.stream().map(hashSlot -> command.send(redis, hashSlot)).toList();
  }

  private <T> List<T> await(
      String primary, String what, List<Integer> hashSlots, List<RedisFuture<T>> sent) {
    String address = nodes.address(primary).toString();
    try {
      return answers(
          hashSlots,
          sent,
          settings.timeout(),
          (hashSlot, error) -> MigrateAnswer.of(what.formatted(hashSlot), address, error));
    } catch (RedisException e) {
      throw nodes.lost(primary, what.formatted(hashSlots.get(0)), e);
    }
  }

  /** Waits for all; throws for the first one that was refused. */
  private static <T> List<T> answers(
      List<Integer> hashSlots, List<RedisFuture<T>> sent, Duration timeout, Refusal refusal) {
    List<T> answers = new ArrayList<>();
    List<SlotMigrationException> refused = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      try {
        answers.add(
            LettuceFutures.awaitOrCancel(sent.get(i), timeout.toNanos(), TimeUnit.NANOSECONDS));
      } catch (RedisCommandExecutionException e) {
        refused.add(refusal.of(hashSlots.get(i), Objects.toString(e.getMessage())));
      }
    }
    if (!refused.isEmpty()) {
      throw refused.get(0);
    }
    return answers;
  }

  private <T> T ask(
      String primary, String what, Function<RedisCommands<byte[], byte[]>, T> command) {
    StatefulRedisConnection<byte[], byte[]> connection = nodes.connection(primary);
    try {
      return command.apply(connection.sync());
    } catch (RedisCommandExecutionException e) {
      throw refusal(primary, what, e);
    } catch (RedisException e) {
      throw nodes.lost(primary, what, e);
    }
  }

  private SlotMigrationException refusal(
      String primary, String what, RedisCommandExecutionException e) {
    return MigrateAnswer.of(
        what, nodes.address(primary).toString(), Objects.toString(e.getMessage()));
  }
}
