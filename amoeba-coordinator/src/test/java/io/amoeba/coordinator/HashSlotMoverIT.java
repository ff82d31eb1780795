package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.StoppedStore.Phase;
import io.amoeba.coordinator.config.HostAndPort;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.execute.moves.MoveControl;
import io.amoeba.coordinator.execute.moves.MoveEnd;
import io.amoeba.coordinator.execute.moves.MoveLimits;
import io.amoeba.coordinator.execute.moves.MoveProgress;
import io.amoeba.coordinator.execute.moves.MoveReport;
import io.amoeba.coordinator.execute.moves.MoveWay;
import io.amoeba.coordinator.execute.moves.MovingStore;
import io.amoeba.coordinator.execute.moves.OpenHashSlots;
import io.amoeba.coordinator.execute.moves.RecoveryEnd;
import io.amoeba.coordinator.execute.moves.RecoveryPolicy;
import io.amoeba.coordinator.execute.moves.RecoveryReport;
import io.amoeba.coordinator.execute.moves.SetSlotMover;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.MoveReason;
import io.amoeba.coordinator.redis.RedisMovingStore;
import io.amoeba.coordinator.state.MoveFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Moves of hash slots between three real primaries, which write every change to their disks before
 * they acknowledge it. Each test has hash slots of its own, first of node 1.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class HashSlotMoverIT {

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final String PASSWORD = "s3cret-of-the-test";

  /** As {@code docs/hash-slot-moves.md} lists them. */
  private static final String RIGHTS =
      "~* resetchannels -@all +cluster|nodes +cluster|setslot +cluster|getkeysinslot"
          + " +cluster|countkeysinslot +info +migrate +restore-asking +select +client|setname";

  private static final MoveLimits LIMITS = MoveLimits.DEFAULT.withKeysPerMigrate(7);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static final RedisClient CLIENT = RedisClient.create();

  private Path journal;

  @BeforeAll
  static void startCluster() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .spareNodes(3)
            .redis(
                new io.amoeba.embedded.redis.RedisSettings(
                    64, Map.of("appendonly", "yes", "appendfsync", "always")))
            .start();
  }

  @AfterAll
  static void endCluster() {
    CLIENT.shutdown();
    cluster.close();
  }

  @BeforeEach
  void nothingIsOpen() {
    journal = folder.resolve("move.json");
    assertThat(journal).doesNotExist();
  }

  @Test
  @Order(1)
  void hashSlotsMoveWhileClientsWriteAndNoAcknowledgedWriteIsLost() throws InterruptedException {
    try (AcknowledgedWrites writes = writes(0, 99, 3);
        MovingStore store = store()) {
      MoveControl control = new MoveControl();

      MoveReport report = mover(store).move(moves(0, 99, 1, 2), control);

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(MoveEnd.COMPLETED);
      assertThat(report.supported()).contains(MoveWay.SETSLOT_AND_MIGRATE);
      assertThat(report.progress().hashSlotsDone()).isEqualTo(100);
      assertThat(report.progress().keysMoved()).isGreaterThanOrEqualTo(300);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwned(0, 99, 2);
  }

  @ParameterizedTest
  @EnumSource
  @Order(2)
  void aMoverThatIsKilledInAnyPhaseIsRecoveredByItsSuccessor(Phase phase)
      throws InterruptedException {
    int first = 200 + phase.ordinal() * 10;
    try (AcknowledgedWrites writes = writes(first, first + 2, 20)) {
      kill(first, first + 2, phase);
      assertThat(journal).exists();
      writes.awaitMore(100);

      RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
      assertThat(recovery.foreign()).isEmpty();
      assertThat(journal).doesNotExist();
      assertOwned(first, first, 2);
      assertOwned(first + 1, first + 1, 2);
      assertOwned(first + 2, first + 2, 1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Order(2)
  void hashSlotsThatWereOpenTogetherAreRecoveredTogether(Phase phase) throws InterruptedException {
    int first = 800 + phase.ordinal() * 10;
    try (AcknowledgedWrites writes = writes(first, first + 3, 1)) {
      writes.awaitMore(10);
      kill(first, first + 3, phase, first + 1, LIMITS.withKeysPerMigrate(10_000));
      assertThat(new MoveFile(journal, Leadership.ALONE).open())
          .map(OpenHashSlots::hashSlots)
          .contains(List.of(first, first + 1, first + 2, first + 3));
      writes.awaitMore(100);

      RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
      assertThat(journal).doesNotExist();
      assertOwned(first, first + 3, 2);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"IMPORTING", "MIGRATING", "SOME_KEYS"})
  @Order(3)
  void whatCanBeUndoneIsUndoneIfThatIsAskedFor(Phase phase) {
    int first = 300 + phase.ordinal() * 10;
    fill(first, 20);
    kill(first, first, phase, first);

    RecoveryReport recovery = recover(RecoveryPolicy.UNDO_IF_NO_KEY_MOVED);

    boolean moved = phase == Phase.SOME_KEYS;
    assertThat(recovery.end()).isEqualTo(moved ? RecoveryEnd.FINISHED : RecoveryEnd.UNDONE);
    assertOwned(first, first, moved ? 2 : 1);
    assertThat(keys(first, moved ? 2 : 1)).isEqualTo(20);
  }

  @Test
  @Order(4)
  void movesEndAtASafePointWhenTheyAreAborted() throws InterruptedException {
    try (AcknowledgedWrites writes = writes(400, 409, 10)) {
      MoveControl control = new MoveControl();
      try (MovingStore store = new StoppedStore(store(), 403, Phase.SOME_KEYS, control::abort)) {
        MoveReport report = mover(store).move(moves(400, 409, 1, 2), control);

        assertThat(report.end()).isEqualTo(MoveEnd.ABORTED);
        assertThat(report.progress().hashSlotsDone()).isEqualTo(4);
        assertThat(report.open()).isEmpty();
      }
      assertOwned(400, 403, 2);
      assertOwned(404, 409, 1);
      writes.endAndCheck();
    }
  }

  @Test
  @Order(5)
  void aCopyOfALostConfirmationGivesWayToTheSourcesKey() {
    String key = fill(500, 1).get(0);
    kill(500, 500, Phase.MIGRATING, 500);
    copy(key, 1, 2); // as MIGRATE leaves it when the confirmation does not come
    on(1, redis -> redis.set(key, "newer"));

    RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
    assertThat(HashSlotMoverIT.<String>on(2, redis -> redis.get(key))).isEqualTo("newer");
    assertOwned(500, 500, 2);
  }

  @Test
  @Order(6)
  void keysThatAreLeftAtTheDestinationKeepAMoveFromBeginning() {
    String key = fill(510, 1).get(0);
    on(2, redis -> redis.clusterSetSlotImporting(510, id(1)));
    copy(key, 1, 2);
    on(2, redis -> redis.clusterSetSlotStable(510));

    MoveReport report = move(moves(510, 510, 1, 2), LIMITS);

    assertThat(report.end()).isEqualTo(MoveEnd.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("1 keys of hash slot 510");
    assertOwned(510, 510, 1);
  }

  @Test
  @Order(7)
  void aKeyThatTakesTooLongIsNamedAndMovesWithALongerTimeout() {
    String key = fill(520, 1).get(0);
    on(1, redis -> redis.set(key, "x".repeat(40_000_000)));

    MoveReport report =
        move(moves(520, 520, 1, 2), LIMITS.withMigrateTimeout(Duration.ofMillis(1)));

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("hash slot 520", "IOERR", "migrateTimeout (1 ms)", server(1).address());
    assertThat(HashSlotMoverIT.<Long>on(1, redis -> redis.strlen(key))).isEqualTo(40_000_000);

    RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
    assertThat(HashSlotMoverIT.<Long>on(2, redis -> redis.strlen(key))).isEqualTo(40_000_000);
    on(2, redis -> redis.del(key));
  }

  @ParameterizedTest
  @CsvSource({
    "530, maxmemory, 1mb, OOM, raise maxmemory",
    "531, min-replicas-to-write, 1, NOREPLICAS, bring back the replicas",
  })
  @Order(8)
  void aDestinationThatRefusesKeysIsNamedAndTheMoveGoesOnWhenItTakesThem(
      int hashSlot, String setting, String value, String error, String remedy) {
    fill(hashSlot, 20);
    on(2, redis -> redis.configSet(setting, value));
    MoveReport report = move(moves(hashSlot, hashSlot, 1, 2), LIMITS);
    on(2, redis -> redis.configSet(setting, "0"));

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.INTERRUPTED);
    assertThat(report.reasons()).singleElement().asString().contains(error, remedy);
    assertThat(recover(RecoveryPolicy.FINISH).end()).isEqualTo(RecoveryEnd.FINISHED);
    assertThat(keys(hashSlot, 2)).isEqualTo(20);
    assertOwned(hashSlot, hashSlot, 2);
  }

  @Test
  @Order(9)
  void aUserWithTheLeastRightsMovesAndMissingOnesAreNamed() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    RedisSettings settings = settings(Optional.of("mover"), Optional.of(password));
    fill(540, 10);
    acl("reset on >" + PASSWORD + " " + RIGHTS);
    acl("-restore-asking");
    try (MovingStore store = new RedisMovingStore(settings, Leadership.ALONE)) {
      MoveReport report = mover(store).move(moves(540, 540, 1, 2), new MoveControl());

      assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.INTERRUPTED);
      assertThat(report.reasons()).singleElement().asString().contains("NOPERM", "+restore-asking");
    }
    acl("+restore-asking");
    try (MovingStore store = new RedisMovingStore(settings, Leadership.ALONE)) {
      assertThat(mover(store).recover(RecoveryPolicy.FINISH).end()).isEqualTo(RecoveryEnd.FINISHED);
      assertThat(mover(store).move(moves(541, 545, 1, 2), new MoveControl()).end())
          .isEqualTo(MoveEnd.COMPLETED);
    }
    assertOwned(540, 545, 2);
    assertThat(keys(540, 2)).isEqualTo(10);
  }

  @Test
  @Order(10)
  void aSourceThatIsKilledLeavesTheHashSlotOpenUntilItIsBack() throws InterruptedException {
    try (AcknowledgedWrites writes = writes(600, 602, 20)) {
      RedisServer source = server(1);
      MoveReport report;
      try (MovingStore store =
          new StoppedStore(store(), 601, Phase.SOME_KEYS, source.process()::kill)) {
        report = mover(store).move(moves(600, 602, 1, 2), new MoveControl());
      }
      assertThat(report.end()).isEqualTo(MoveEnd.INTERRUPTED);
      assertThat(report.open().orElseThrow().hashSlots()).containsExactly(601);
      assertThat(report.reasons()).anyMatch(r -> r.contains(source.address()));
      RecoveryReport tooEarly = recover(RecoveryPolicy.FINISH);
      assertThat(tooEarly.end()).isEqualTo(RecoveryEnd.LEFT_OPEN);
      assertThat(tooEarly.reasons()).anyMatch(r -> r.contains("start it again"));

      cluster.redis().startNode(1);
      RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
      assertOwned(600, 601, 2);
      assertOwned(602, 602, 1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Order(11)
  void aMoveGoesOnFromTheReplicaThatTookOver() {
    RedisServer replica = cluster.redis().startReplica(NODES + 1, server(1));
    fill(700, 20);
    try (MovingStore store =
        new StoppedStore(store(), 700, Phase.SOME_KEYS, () -> failOver(replica))) {
      MoveReport report = mover(store).move(moves(700, 702, 1, 2), new MoveControl());

      assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.INTERRUPTED);
      assertThat(report.reasons()).anyMatch(r -> r.contains(server(1).address()));
    }

    RecoveryReport recovery = recover(RecoveryPolicy.FINISH);

    assertThat(recovery.end()).as("%s", recovery).isEqualTo(RecoveryEnd.FINISHED);
    assertThat(keys(700, 2)).isEqualTo(20);
    assertOwned(700, 700, 2);
    assertOwned(701, 702, replica.node());
    MoveReport report = move(moves(701, 702, 1, 2), LIMITS);
    assertThat(report.end()).isEqualTo(MoveEnd.STOPPED);
    assertThat(report.reasons()).anyMatch(r -> r.contains("is a replica of"));
    assertThat(report.progress()).isEqualTo(new MoveProgress(0, 2, 0));
  }

  @Test
  @Order(12)
  void primariesThatGiveAllTheirHashSlotsForOthersStayPrimaries() {
    cluster.redis().startNode(5);
    cluster.redis().startNode(6);
    move(moves(16_000, 16_003, 3, 5), LIMITS);
    move(moves(16_004, 16_007, 3, 6), LIMITS);
    List<HashSlotMove> exchange =
        Stream.concat(moves(16_000, 16_003, 5, 6).stream(), moves(16_004, 16_007, 6, 5).stream())
            .toList();

    fill(16_003, 20, 5);

    MoveReport report = move(exchange, LIMITS);

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.COMPLETED);
    assertOwned(16_000, 16_003, 6);
    assertOwned(16_004, 16_007, 5);
    assertThat(keys(16_003, 6)).isEqualTo(20);
  }

  @Test
  @Order(13)
  void aPrimaryMayGiveAllItsHashSlotsAway() {
    MoveReport report = move(moves(16_000, 16_003, 6, 5), LIMITS);

    // Whether it is a replica now depends on who told it first, the mover or the new owner.
    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.COMPLETED);
    assertOwned(16_000, 16_007, 5);
  }

  private static void failOver(RedisServer replica) {
    on(replica.node(), redis -> redis.clusterFailover(false));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                on(replica.node(), r -> r.info("replication")).contains("role:master")
                    && on(1, r -> r.info("replication")).contains("role:slave"));
    // The destination has the hash slot open: it forgets the former owner and takes no other.
    String former = id(1);
    await().atMost(PATIENCE).until(() -> !owner(server(2), 700).equals(former));
  }

  private static String owner(RedisServer server, int hashSlot) {
    String text = on(server.node(), redis -> redis.clusterNodes());
    Partitions view = ClusterPartitionParser.parse(text);
    RedisClusterNode owner = view.getPartitionBySlot(hashSlot);
    return owner == null ? "nobody" : owner.getNodeId();
  }

  /** Ends a mover after a phase of the second hash slot. */
  private void kill(int from, int to, Phase phase) {
    kill(from, to, phase, from + 1);
  }

  private void kill(int from, int to, Phase phase, int hashSlot) {
    kill(from, to, phase, hashSlot, LIMITS);
  }

  private void kill(int from, int to, Phase phase, int hashSlot, MoveLimits limits) {
    Runnable end =
        () -> {
          throw new StoppedStore.Killed();
        };
    try (MovingStore store = new StoppedStore(store(), hashSlot, phase, end)) {
      assertThatThrownBy(() -> mover(store, limits).move(moves(from, to, 1, 2), new MoveControl()))
          .isInstanceOf(StoppedStore.Killed.class);
    }
  }

  private MoveReport move(List<HashSlotMove> moves, MoveLimits limits) {
    try (MovingStore store = store()) {
      return mover(store, limits).move(moves, new MoveControl());
    }
  }

  private RecoveryReport recover(RecoveryPolicy policy) {
    try (MovingStore store = store()) {
      return mover(store).recover(policy);
    }
  }

  private SetSlotMover mover(MovingStore store) {
    return mover(store, LIMITS);
  }

  private SetSlotMover mover(MovingStore store, MoveLimits limits) {
    return new SetSlotMover(store, new MoveFile(journal, Leadership.ALONE), limits, PATIENCE);
  }

  private static MovingStore store() {
    return new RedisMovingStore(settings(Optional.empty(), Optional.empty()), Leadership.ALONE);
  }

  /** Node 3 takes no part in moves. */
  private static RedisSettings settings(Optional<String> user, Optional<Path> password) {
    return new RedisSettings(
        List.of(new HostAndPort(server(NODES).host(), server(NODES).port())),
        user,
        password,
        false,
        Duration.ofSeconds(2));
  }

  private static AcknowledgedWrites writes(int from, int to, int keysPerHashSlot) {
    return new AcknowledgedWrites(server(NODES).uri(), from, to, keysPerHashSlot);
  }

  private static List<HashSlotMove> moves(int from, int to, int source, int destination) {
    return List.of(
        new HashSlotMove(
            id(source),
            id(destination),
            List.of(new HashSlotSpan(from, to)),
            MoveReason.OWNER_GIVEN));
  }

  /** Keys of a hash slot that node 1 owns. */
  private static List<String> fill(int hashSlot, int count) {
    return fill(hashSlot, count, 1);
  }

  private static List<String> fill(int hashSlot, int count, int node) {
    String tag = "";
    for (int i = 0; SlotHash.getSlot(tag) != hashSlot; i++) {
      tag = "{t" + i + "}";
    }
    String found = tag;
    List<String> keys = IntStream.range(0, count).mapToObj(i -> found + i).toList();
    keys.forEach(key -> on(node, redis -> redis.set(key, "v")));
    return keys;
  }

  private static long keys(int hashSlot, int node) {
    return on(node, redis -> redis.clusterCountKeysInSlot(hashSlot));
  }

  private static void copy(String key, int from, int to) {
    byte[] value = on(from, redis -> redis.dump(key));
    on(
        to,
        redis -> {
          redis.asking();
          return redis.restore(key, value, RestoreArgs.Builder.ttl(0));
        });
  }

  /**
   * Every living node sees this owner, and no hash slot is open anywhere. Replicas hear it late.
   */
  private static void assertOwned(int from, int to, int node) {
    String owner = id(node);
    for (RedisServer server : cluster.redis().servers()) {
      await().atMost(PATIENCE).untilAsserted(() -> assertOwner(server, from, to, owner));
    }
  }

  private static void assertOwner(RedisServer server, int from, int to, String owner) {
    String text = on(server.node(), redis -> redis.clusterNodes());
    assertThat(text).as(server.address()).doesNotContain("[");
    Partitions partitions = ClusterPartitionParser.parse(text);
    for (int hashSlot = from; hashSlot <= to; hashSlot++) {
      assertThat(partitions.getPartitionBySlot(hashSlot).getNodeId())
          .as("owner of %d by %s", hashSlot, server.address())
          .isEqualTo(owner);
    }
  }

  private static void acl(String rules) {
    for (RedisServer server : cluster.redis().servers()) {
      CommandArgs<String, String> arguments =
          new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("mover");
      List.of(rules.split(" ")).forEach(arguments::add);
      on(
          server.node(),
          redis ->
              redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments));
    }
  }

  private static <T> T on(int node, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = CLIENT.connect(server(node).uri())) {
      return command.apply(connection.sync());
    }
  }

  private static String id(int node) {
    return on(node, redis -> redis.clusterMyId());
  }

  private static RedisServer server(int node) {
    return cluster.redis().server(node);
  }
}
