package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import io.amoeba.coordinator.upkeep.UpkeepForecast;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How the coordinator sees the background work of real servers, and forecasts the next. Each test
 * mostly waits for one shard of its own: all run at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class UpkeepIT {

  /** Readings are ten seconds apart, and the works of these tests take half a minute at most. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final StoreQuestions UPKEEP = new StoreQuestions(false, false, false, false, true);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /**
   * A server tells whole seconds, of the end of a save and of how long it took; the rest is for
   * writes that come late on a busy machine.
   */
  private static final Duration TOLERANCE = Duration.ofSeconds(4);

  private static final int PRIMARY = 1;
  private static final int REPLICA = 2;

  /** Names with a tag are in one hash slot. */
  private static final String FILL =
      "for i = 1, 1000 do redis.call('set', 'filled{a}' .. i, i) end";

  /** What a write adds to the append-only file beside its value. */
  private static final int COMMAND_BYTES = 38;

  @TempDir private Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();
  private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void close() {
    writer.shutdownNow();
    client.shutdown();
  }

  /** A shard, and how the coordinator sees it. */
  private record Shard(
      EmbeddedCluster cluster, RedisConnections connections, RedisClusterMonitor monitor) {

    /** The same, seen by a coordinator that has just started. */
    Shard anew() {
      return new Shard(cluster, connections, new RedisClusterMonitor(connections, UPKEEP));
    }

    List<Supplier<Optional<ServerUpkeep>>> servers() {
      return List.of(this::primary, this::replica);
    }

    Optional<ServerUpkeep> primary() {
      return found().flatMap(Primary::upkeep);
    }

    Optional<ServerUpkeep> replica() {
      return found()
          .flatMap(primary -> primary.replicas().all().stream().findFirst())
          .flatMap(replica -> replica.upkeep());
    }

    String primaryAddress() {
      return found().orElseThrow().address().toString();
    }

    String replicaAddress() {
      return found().orElseThrow().replicas().all().get(0).address().toString();
    }

    Optional<Primary> found() {
      return monitor.read() instanceof StoreView.Found found
          ? found.primaries().stream().findFirst()
          : Optional.empty();
    }
  }

  private interface Check {
    void run(Shard shard) throws Exception;
  }

  private void onAShard(ServerProgram program, Map<String, String> config, Check check)
      throws Exception {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    io.amoeba.embedded.redis.RedisSettings settings =
        new io.amoeba.embedded.redis.RedisSettings(64, config, executable).withReplicas(1);
    try (EmbeddedCluster cluster = EmbeddedCluster.builder().nodes(1).redis(settings).start();
        RedisConnections connections = connections(cluster)) {
      check.run(new Shard(cluster, connections, new RedisClusterMonitor(connections, UPKEEP)));
    }
  }

  private static RedisConnections connections(EmbeddedCluster cluster) {
    RedisServer server = cluster.redis().server(PRIMARY);
    return new RedisConnections(
        new RedisSettings(
            List.of(new ServerAddress(server.host(), server.port())),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            TIMEOUT),
        Leadership.ALONE);
  }

  private RedisCommands<String, String> connect(EmbeddedCluster cluster, int node) {
    return client.connect(cluster.redis().server(node).uri()).sync();
  }

  private static ServerWork awaitWork(
      Supplier<Optional<ServerUpkeep>> server, Predicate<ServerWork> condition) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> server.get().map(ServerUpkeep::work), work -> work.filter(condition).isPresent())
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void runningSavesAreSeenOnThePrimaryAndOnTheReplica(ServerProgram program) throws Exception {
    // A save of 1,000 keys takes 20 s.
    onAShard(
        program,
        Map.of("rdb-key-save-delay", "20000"),
        shard -> {
          connect(shard.cluster, PRIMARY).eval(FILL, ScriptOutputType.STATUS, "filled{a}");
          awaitWork(shard::primary, work -> work.changes().orElse(0) >= 1_000);
          awaitWork(shard::replica, work -> work.running().isEmpty());
          RedisCommands<String, String> replica = connect(shard.cluster, REPLICA);
          await().atMost(PATIENCE).until(() -> replica.dbsize() == 1_000);

          long begunNanos = System.nanoTime();
          connect(shard.cluster, PRIMARY).bgsave();
          replica.bgsave();

          for (Supplier<Optional<ServerUpkeep>> server : shard.servers()) {
            ServerWork.Running running =
                awaitWork(server, work -> work.running().isPresent()).running().orElseThrow();
            assertThat(running.kind()).isEqualTo(UpkeepKind.SAVE);
            assertThat(running.share().orElse(-1)).isBetween(0.0, 1.0);
            assertThat(running.since()).isPresent();
          }
          assertThat(symptoms(shard)).contains("UPKEEP_ON_PRIMARY " + shard.primaryAddress());

          for (Supplier<Optional<ServerUpkeep>> server : shard.servers()) {
            ServerWork done = awaitWork(server, work -> work.running().isEmpty());
            assertThat(done.save().result()).isEqualTo(ServerWork.Result.OK);
            assertThat(done.save().took().orElseThrow())
                .isBetween(
                    Duration.ofSeconds(15), Duration.ofNanos(System.nanoTime() - begunNanos));
            assertThat(done.fork().orElseThrow()).isPositive();
          }
          assertThat(symptoms(shard)).noneMatch(symptom -> symptom.contains("UPKEEP_ON_PRIMARY"));
        });
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void aForecastSaveComesWhenItIsDue(ServerProgram program) throws Exception {
    onAShard(
        program,
        Map.of("save", "25 5"),
        shard -> {
          writeEachTenthOfASecond(connect(shard.cluster, PRIMARY));

          List<ServerUpkeep> forecasts = new ArrayList<>();
          for (Supplier<Optional<ServerUpkeep>> server : shard.servers()) {
            forecasts.add(
                await()
                    .atMost(PATIENCE)
                    .until(server::get, one -> one.flatMap(ServerUpkeep::next).isPresent())
                    .orElseThrow());
          }

          // Both at once: the second one may save twice while the first one is waited for.
          List<Optional<ServerWork>> saves = awaitNextSaves(shard, forecasts);
          for (int i = 0; i < forecasts.size(); i++) {
            UpkeepForecast.Due due = forecasts.get(i).next().orElseThrow();
            assertThat(due.kind()).isEqualTo(UpkeepKind.SAVE);
            assertThat(due.trigger()).isEqualTo("save 25 5");
            ServerWork saved = saves.get(i).orElseThrow();
            Instant started =
                saved.save().at().orElseThrow().minus(saved.save().took().orElseThrow());
            assertThat(Duration.between(due.at(), started).abs()).isLessThan(TOLERANCE);
          }
        });
  }

  /** What each server tells of the first save after its forecast. */
  private static List<Optional<ServerWork>> awaitNextSaves(
      Shard shard, List<ServerUpkeep> forecasts) {
    List<Optional<ServerWork>> saves =
        new ArrayList<>(Collections.nCopies(forecasts.size(), Optional.empty()));
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (int i = 0; i < forecasts.size(); i++) {
                Optional<Instant> before = forecasts.get(i).work().save().at();
                Optional<ServerWork> now = shard.servers().get(i).get().map(ServerUpkeep::work);
                saves.set(i, saves.get(i).or(() -> now.filter(w -> !w.save().at().equals(before))));
              }
              return saves.stream().allMatch(Optional::isPresent);
            });
    return saves;
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void aForecastRewriteComesWhenItIsDue(ServerProgram program) throws Exception {
    onAShard(
        program,
        Map.of(
            "appendonly",
            "yes",
            "appendfsync",
            "no",
            "auto-aof-rewrite-min-size",
            "1",
            "auto-aof-rewrite-percentage",
            "100000",
            "aof-use-rdb-preamble",
            "no"),
        shard -> {
          RedisCommands<String, String> primary = connect(shard.cluster, PRIMARY);
          primary.eval(FILL, ScriptOutputType.STATUS, "filled{a}");
          primary.bgrewriteaof();
          ServerWork based =
              awaitWork(
                  shard::primary,
                  work ->
                      work.rewrite().result() == ServerWork.Result.OK
                          && work.appendOnly().rewrittenBytes().orElse(0) > 10_000);
          long base = based.appendOnly().rewrittenBytes().orElseThrow();
          // It doubles within 40 s.
          writeEachTenthOfASecond(primary, "v".repeat((int) (base / 400) - COMMAND_BYTES));
          primary.configSet("auto-aof-rewrite-percentage", "100");
          Shard seen = shard.anew();

          assertForeseen(awaitRewrite(primary, base, seen));
        });
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void theFirstRewriteOfANewFileComesWhenItIsDue(ServerProgram program) throws Exception {
    // It exceeds the size within 40 s.
    int bytes = 400_000;
    onAShard(
        program,
        Map.of("appendonly", "yes", "auto-aof-rewrite-min-size", String.valueOf(bytes)),
        shard -> {
          RedisCommands<String, String> primary = connect(shard.cluster, PRIMARY);
          writeEachTenthOfASecond(primary, "v".repeat(bytes / 400 - COMMAND_BYTES));

          assertThat(awaitWork(shard::primary, work -> true).appendOnly().rewrittenBytes())
              .hasValue(0);
          assertForeseen(awaitRewrite(primary, 0, shard));
        });
  }

  /** Of a rewrite: when it was due, and by the server's clock when that was said. */
  private record Forecast(Instant said, Instant due) {}

  /** When a rewrite began by the server's clock, and the forecasts before it. */
  private record Rewrite(Instant begun, List<Forecast> forecasts) {}

  /**
   * Waits for the first rewrite.
   *
   * @param base size after the one before it
   */
  private static Rewrite awaitRewrite(RedisCommands<String, String> server, long base, Shard seen) {
    List<Forecast> forecasts = new ArrayList<>();
    Instant begun =
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  Optional<UpkeepForecast.Due> next = seen.primary().flatMap(ServerUpkeep::next);
                  // Asked afterwards: what was said before is a forecast if nothing has begun yet.
                  ServerWork now =
                      ServerWork.of(fields(server.info()), Triggers.unknown("not asked"));
                  if (now.running().isPresent()
                      || now.appendOnly().rewrittenBytes().orElse(base) != base) {
                    return now.clock();
                  }
                  next.filter(due -> due.trigger().equals("auto-aof-rewrite-percentage 100"))
                      .ifPresent(
                          due -> forecasts.add(new Forecast(now.clock().orElseThrow(), due.at())));
                  return Optional.<Instant>empty();
                },
                Optional::isPresent)
            .orElseThrow();
    return new Rewrite(begun, forecasts);
  }

  /**
   * A forecast takes the data to change as between two readings, which a busy machine does not let
   * them do exactly: the longer before, the farther away.
   */
  private static void assertForeseen(Rewrite rewrite) {
    List<Forecast> forecasts = rewrite.forecasts();
    assertThat(forecasts).isNotEmpty();
    for (Forecast forecast : forecasts) {
      Duration before = Duration.between(forecast.said(), rewrite.begun());
      assertThat(Duration.between(forecast.due(), rewrite.begun()).abs())
          .as("%s, of which the last is %s", rewrite, forecasts.get(forecasts.size() - 1))
          .isLessThan(TOLERANCE.plus(before.dividedBy(4)));
    }
  }

  private static Map<String, String> fields(String info) {
    return info.lines()
        .filter(line -> line.contains(":"))
        .map(line -> line.split(":", 2))
        .collect(Collectors.toMap(field -> field[0], field -> field[1]));
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void aFailedSaveIsASymptomUntilOneSucceeds(ServerProgram program) throws Exception {
    onAShard(
        program,
        Map.of(),
        shard -> {
          RedisCommands<String, String> replica = connect(shard.cluster, REPLICA);
          Path file = Path.of(replica.configGet("dir").get("dir"), "dump.rdb");
          Files.deleteIfExists(file);
          Files.createDirectory(file); // no file takes its place
          replica.bgsave();

          ServerWork failed =
              awaitWork(shard::replica, work -> work.save().result() == ServerWork.Result.FAILED);
          assertThat(failed.failed()).containsExactly(UpkeepKind.SAVE);
          String address = shard.replicaAddress();
          assertThat(symptoms(shard))
              .contains(
                  "UPKEEP_FAILED " + address, "NO_FAILOVER_CANDIDATE " + shard.primaryAddress());

          Files.delete(file);
          replica.bgsave();
          awaitWork(shard::replica, work -> work.save().result() == ServerWork.Result.OK);
          assertThat(symptoms(shard)).noneMatch(symptom -> symptom.contains("UPKEEP_FAILED"));
          assertThat(symptoms(shard))
              .noneMatch(symptom -> symptom.contains("NO_FAILOVER_CANDIDATE"));
        });
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
  void withoutTheRightToReadTriggersThereIsNoForecast(ServerProgram program) throws Exception {
    onAShard(
        program,
        Map.of("save", "25 5"),
        shard -> {
          connect(shard.cluster, PRIMARY)
              .aclSetuser("default", AclSetuserArgs.Builder.removeCommand(CommandType.CONFIG));

          ServerUpkeep upkeep =
              await().atMost(PATIENCE).until(shard::primary, Optional::isPresent).orElseThrow();

          assertThat(upkeep.next()).isEmpty();
          assertThat(upkeep.save()).isInstanceOf(UpkeepForecast.Unknown.class);
          assertThat(((UpkeepForecast.Unknown) upkeep.save()).reason())
              .startsWith("CONFIG GET is refused: NOPERM");
          assertThat(upkeep.work().clock()).as("INFO is allowed").isPresent();
        });
  }

  /** Codes and servers. */
  private static List<String> symptoms(Shard shard) {
    StoreView store = shard.monitor.read();
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            Instant.now(),
            new StreamView.Unreachable("there is none"),
            store,
            new NodeTable(List.of(), host -> Set.of()).match(List.of(), List.of()),
            List.of(),
            Map.of(),
            Map.of());
    return Analyzer.analyze(snapshot).stream()
        .map(symptom -> symptom.problem().code() + " " + symptom.problem().subject())
        .toList();
  }

  private void writeEachTenthOfASecond(RedisCommands<String, String> server) {
    writeEachTenthOfASecond(server, "v");
  }

  private void writeEachTenthOfASecond(RedisCommands<String, String> server, String value) {
    var unused =
        writer.scheduleAtFixedRate(
            () -> server.set("written{a}", value), 0, 100, TimeUnit.MILLISECONDS);
  }
}
