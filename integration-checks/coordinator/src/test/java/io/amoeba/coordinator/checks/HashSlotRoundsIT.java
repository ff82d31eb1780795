package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.SlotMigrations.BY_SETSLOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hash slots go round three primaries of each kind of server, while the CPUs are busy: each primary
 * takes some right after another one has, and older claims of them are under way. A failure says
 * what every server believed right after it, and leaves their logs.
 */
@Tag("long")
class HashSlotRoundsIT {

  /** Of each kind of server; {@code -Damoeba.slots.clusters} for more. */
  private static final int CLUSTERS = Integer.getInteger("amoeba.slots.clusters", 20);

  /** Clusters that run at the same time; {@code -Damoeba.slots.at-once} for more load. */
  private static final int AT_ONCE = Integer.getInteger("amoeba.slots.at-once", 10);

  private static final int MOVES = 6;
  private static final int LOOPS = 3;
  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void hashSlotsThatGoRoundBesideBusyProcessorsKeepAnOwner(ServerProgram program)
      throws InterruptedException {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    ExecutorService runs = Executors.newFixedThreadPool(AT_ONCE);
    try (SpinningLoops loops = new SpinningLoops(LOOPS)) {
      List<Future<Optional<String>>> ends =
          IntStream.rangeClosed(1, CLUSTERS)
              .mapToObj(number -> runs.submit(() -> goRound(number, executable)))
              .toList();
      List<String> failures = ends.stream().flatMap(end -> failure(end).stream()).toList();
      System.out.printf(
          "%s: %d of %d clusters of %d moves kept an owner of every hash slot%n",
          program, CLUSTERS - failures.size(), CLUSTERS, MOVES);
      assertThat(failures).isEmpty();
    } finally {
      runs.shutdownNow();
    }
  }

  private static Optional<String> failure(Future<Optional<String>> run) {
    try {
      return run.get();
    } catch (ExecutionException e) {
      return Optional.of(String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /** What went wrong, if anything did. */
  private static Optional<String> goRound(int number, Optional<Path> executable) {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(new RedisSettings(64, Map.of(), executable))
            .parentFolder(Path.of("target"))
            .start()) {
      RedisClusterServers redis = cluster.redis();
      for (int move = 0; move < MOVES; move++) {
        Optional<String> problem = moveOn(redis, move);
        if (problem.isPresent()) {
          cluster.launcher().runFolder().keepLogs();
          return Optional.of(
              "cluster %d, move %d: %s%nlogs: %s%n%s"
                  .formatted(number, move, problem.get(), cluster.runFolder(), redis.nodesSeen()));
        }
      }
      return Optional.empty();
    }
  }

  private static Optional<String> moveOn(RedisClusterServers redis, int move) {
    RedisServer from = redis.server(move % NODES + 1);
    RedisServer to = redis.server((move + 1) % NODES + 1);
    try {
      redis.moveHashSlots(redis.hashSlotsOf(from).subList(0, 3), from, to);
      List<Integer> counts = redis.hashSlotCounts();
      return counts.stream().mapToInt(Integer::intValue).sum() == 16_384
          ? Optional.empty()
          : Optional.of("hash slots that the servers own: " + counts);
    } catch (ServerException | RedisException e) {
      return Optional.of(String.valueOf(e));
    }
  }

  @ParameterizedTest
  @EnumSource
  void hashSlotsThatTheMoverSendsRoundUnderTrafficLoseNoAcknowledgedWrite(ServerProgram program)
      throws InterruptedException {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    loseNothing(program, executable, BY_SETSLOT);
    loseNothing(program, executable, SlotMigrationLimits.DEFAULT);
  }

  /** With the default limits by the servers' own migrations, where they have them. */
  private void loseNothing(
      ServerProgram program, Optional<Path> executable, SlotMigrationLimits limits)
      throws InterruptedException {
    try (RealStore real = RealStore.start(executable);
        SpinningLoops loops = new SpinningLoops(LOOPS);
        AcknowledgedWrites writes = real.writes(100, 102, 3);
        RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      SlotMigrations mover =
          new SlotMigrations(store, folder.resolve("move.json"), limits, PATIENCE);
      for (int move = 0; move < 2 * MOVES; move++) {
        int from = move % NODES + 1;
        int to = from % NODES + 1;

        Report report = mover.move(real.moves(100, 102, from, to), new Orders());

        assertThat(report.reasons()).as("move %d", move).isEmpty();
        assertThat(report.end()).as("move %d", move).isEqualTo(End.COMPLETED);
        writes.awaitMore(10);
        if (move + 1 == 2 * MOVES) {
          System.out.printf(
              "%s by %s: %d moves under traffic%n", program, report.state().method(), 2 * MOVES);
        }
      }
      writes.awaitMore(100);
      writes.endAndCheck();
      System.out.printf("%d acknowledged writes, none lost%n", writes.acknowledged());
      real.assertOwned(100, 102, 1);
    }
  }
}
