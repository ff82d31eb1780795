package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.failover.Migration;
import io.amoeba.coordinator.changes.failover.MigrationPlan;
import io.amoeba.coordinator.changes.failover.MigrationPlanner;
import io.amoeba.coordinator.changes.failover.MigrationRequest;
import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.OpenReplacement;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.failover.ReplacementPhase;
import io.amoeba.coordinator.changes.failover.SpareServer;
import io.amoeba.coordinator.checks.ReplacementDriver.End;
import io.amoeba.coordinator.checks.ReplacementDriver.Report;
import io.amoeba.coordinator.checks.StoppedCluster.Moment;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Migrations between real Redis servers, which write every change to their disks before they
 * acknowledge it. Nodes 1 … 3 have the primaries, nodes 4 … 6 are for empty servers.
 */
@Tag("long")
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class MigrationIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String PASSWORD = "s3cret-of-the-test";

  /** As {@code docs/primary-migration.md} lists them, without the last one. */
  private static final String RIGHTS =
      "resetchannels -@all +cluster|nodes +cluster|info +cluster|meet +cluster|replicate"
          + " +cluster|saveconfig +cluster|forget +cluster|reset +info +config|get +client|setname";

  private static final ReplacementLimits LIMITS =
      new ReplacementLimits(
          1_048_576,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          3,
          Duration.ofSeconds(3),
          Duration.ofSeconds(30),
          Duration.ofMillis(50));

  private static final RedisClient CLIENT = RedisClient.create();

  @TempDir private Path folder = Path.of("");
  private EmbeddedCluster cluster;
  private Path journal;

  @BeforeEach
  void startCluster() {
    journal = folder.resolve("operation.json");
    cluster =
        EmbeddedCluster.builder()
            .nodes(3)
            .spareNodes(3)
            .redis(
                new io.amoeba.embedded.redis.RedisSettings(
                    64, Map.of("appendonly", "yes", "appendfsync", "always")))
            .start();
    cluster.redis().startNode(4);
  }

  @AfterEach
  void endCluster() {
    cluster.close();
  }

  @AfterAll
  static void endClient() {
    CLIENT.shutdown();
  }

  @Test
  void allPrimariesGoToFlinksNodesWhileClientsWriteAndNoAcknowledgedWriteIsLost()
      throws InterruptedException {
    cluster.redis().startNode(5);
    cluster.redis().startNode(6);
    MigrationPlan plan =
        MigrationPlanner.plan(
            new MigrationRequest(
                IntStream.rangeClosed(1, 3)
                    .mapToObj(n -> new SettledPrimary(id(n), server(n).host(), 1))
                    .toList(),
                IntStream.rangeClosed(4, 6).mapToObj(this::given).toList(),
                Set.of(server(4).host(), server(5).host(), server(6).host()),
                MigrationRequest.Constraints.NONE,
                List.of()));
    assertThat(plan.reasons()).isEmpty();
    List<Migration> migrations = plan.migrations();
    assertThat(migrations).hasSize(3);
    try (AcknowledgedWrites some = writes(5411, 5510);
        AcknowledgedWrites others = writes(10_873, 10_972);
        RedisConnections connections = connections(1)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      for (Migration migration : migrations) {
        Report report = driver().replace(store, planned(migration), OldPrimary.RETIRE);
        assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
        assertThat(report.decommissioned()).isTrue();
      }
      some.awaitMore(100);
      others.awaitMore(100);
      some.endAndCheck();
      others.endAndCheck();
    }
    Set<Integer> owned = new HashSet<>();
    for (int node = 4; node <= 6; node++) {
      owned.addAll(cluster.redis().hashSlotsOf(server(node)));
      assertThat(known(node)).as("known to node %d", node).hasSize(3);
    }
    assertThat(owned).hasSize(SlotHash.SLOT_COUNT);
    IntStream.rangeClosed(1, 3).forEach(this::assertEmptyAndAlone);
    assertThat(journal).doesNotExist();
  }

  @Test
  void aServerThatIsNoMemberBecomesThePrimaryAndTheFormerOneItsReplica()
      throws InterruptedException {
    apart(4);
    String old = id(1);
    try (AcknowledgedWrites writes = writes(0, 99);
        RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.KEEP);

      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
      assertThat(report.decommissioned()).isFalse();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
    assertThat(this.<String>on(1, redis -> redis.clusterMyId())).isEqualTo(old);
    await()
        .atMost(PATIENCE)
        .until(() -> on(1, r -> r.info("replication")).contains("master_link_status:up"));
    assertThat(this.<String>on(1, r -> r.info("replication"))).contains("role:slave");
  }

  @ParameterizedTest
  @EnumSource
  void aCoordinatorThatIsKilledAtAnyMomentIsRecoveredByItsSuccessor(Moment moment)
      throws InterruptedException {
    apart(4);
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      kill(moment, OldPrimary.RETIRE);
      assertThat(journal).exists();
      writes.awaitMore(100);

      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      assertThat(recovery.decommissioned()).isTrue();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
    assertEmptyAndAlone(1);
    assertThat(known(4)).hasSize(3);
    assertThat(journal).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "MET, false",
    "REPLICATES, false",
    "COPIES, true",
    "IN_SYNC, true",
  })
  void whatIsNotPromotedIsRolledBackWhenItsPlanHasEnded(Moment moment, boolean member)
      throws InterruptedException {
    if (!member) {
      apart(4);
    }
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      kill(moment, OldPrimary.RETIRE);

      Report recovery = undo();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.ROLLED_BACK);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertRolledBack(member);
  }

  @ParameterizedTest
  @CsvSource({
    "MET, false",
    "REPLICATES, true",
    "COPIES, false",
    "FAILS_OVER, true",
    "PROMOTED, true",
  })
  void anAbortTakesEffectAtTheNextSafePoint(Moment moment, boolean member)
      throws InterruptedException {
    if (!member) {
      apart(4);
    }
    slowCopy();
    ReplacementDriver driver = driver();
    try (AcknowledgedWrites writes = writes(0, 99);
        RedisConnections connections = connections(2)) {
      ClusterAdmin store =
          new StoppedCluster(new RedisClusterAdmin(connections), address(4), moment, driver::abort);
      Report report = driver.replace(store, first(), OldPrimary.RETIRE);

      boolean promoted = moment.compareTo(Moment.IN_SYNC) >= 0;
      assertThat(report.end())
          .as("%s", report)
          .isEqualTo(promoted ? End.COMPLETED : End.ROLLED_BACK);
      assertThat(report.decommissioned()).isFalse();
      assertThat(report.reasons()).anyMatch(reason -> reason.contains("aborted"));
      writes.awaitMore(100);
      writes.endAndCheck();
      if (promoted) {
        assertOwner(4);
        assertThat(this.<String>on(1, r -> r.info("replication"))).contains("role:slave");
      } else {
        assertRolledBack(member);
      }
    }
    assertThat(journal).doesNotExist();
  }

  @Test
  void aNewServerThatIsKilledBeforeItsPromotionIsWaitedFor() throws InterruptedException {
    try (AcknowledgedWrites writes = writes(0, 99)) {
      Report report = migrateAndKill(4, Moment.IN_SYNC);

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(
              r ->
                  r.startsWith("in phase FAILING_OVER, " + server(4).address())
                      && r.contains("CLUSTER FAILOVER"));
      assertThat(report.open()).map(OpenReplacement::phase).contains(ReplacementPhase.FAILING_OVER);
      Report tooEarly = goOn();
      assertThat(tooEarly.end()).isEqualTo(End.INTERRUPTED);
      assertThat(tooEarly.reasons()).anyMatch(r -> r.contains("start it again"));
      writes.awaitMore(100);

      cluster.redis().startNode(4);
      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
  }

  @Test
  void aNewServerThatIsGoneIsForgottenWhenItsPlanHasEnded() throws InterruptedException {
    String gone = id(4);
    try (AcknowledgedWrites writes = writes(0, 99)) {
      assertThat(migrateAndKill(4, Moment.IN_SYNC).end()).isEqualTo(End.INTERRUPTED);

      Report recovery = undo();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.ROLLED_BACK);
      assertThat(recovery.reasons()).anyMatch(r -> r.contains("delete its nodes.conf"));
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(1);
    IntStream.rangeClosed(1, 3).forEach(node -> assertThat(known(node)).doesNotContain(gone));
  }

  @Test
  void aPrimaryThatIsKilledWhileItIsCopiedKeepsItsDataAndIsMigratedWhenItIsBack()
      throws InterruptedException {
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      Report report = migrateAndKill(1, Moment.COPIES);

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(r -> r.contains("REPLICATING") && r.contains(server(1).address()));
      cluster.redis().startNode(1);
      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
  }

  @Test
  void aFailOverByAnotherToolIsNoticedAndLeftAsItIs() throws InterruptedException {
    RedisServer other = cluster.redis().startReplica(5, server(1));
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99);
        RedisConnections connections = connections(2)) {
      ClusterAdmin store =
          new StoppedCluster(
              new RedisClusterAdmin(connections),
              address(4),
              Moment.COPIES,
              () -> failOver(other.node()));
      Report report = migrate(store, OldPrimary.RETIRE);

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons()).anyMatch(r -> r.contains("plan again"));
      Report recovery = goOn();
      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.INTERRUPTED);
      await()
          .atMost(PATIENCE)
          .until(() -> on(4, r -> r.clusterNodes()).contains("myself,slave " + id(5)));

      recovery = undo();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.ROLLED_BACK);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(5);
  }

  @Test
  void aNewServerThatRunsOutOfMemoryWhileItCopiesIsNotPromotedBeforeItHasMore()
      throws InterruptedException {
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      Report report =
          migrateWhile(Moment.COPIES, () -> on(4, redis -> redis.configSet("maxmemory", "1mb")));

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(
              r ->
                  r.contains("REPLICATING")
                      && r.contains("may use 1048576 as a primary: raise its maxmemory"));
      assertOwner(1);
      writes.awaitMore(100);
      on(4, redis -> redis.configSet("maxmemory", "0"));
      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
  }

  @Test
  void aServerWithoutTheMemoryForThePrimaryIsRefused() {
    slowCopy();
    on(4, redis -> redis.configSet("maxmemory", "1mb"));
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.KEEP);

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons())
          .singleElement()
          .asString()
          .contains("Raise its maxmemory, or choose another server", address(4).toString());
    }
    assertOwner(1);
    assertThat(journal).doesNotExist();
  }

  @Test
  void aServerThatCouldNotSaveIsRefusedAndPromotedWhenItCan() throws IOException {
    on(4, redis -> redis.configSet("save", "900 1"));
    Path inTheWay = Path.of(on(4, redis -> redis.configGet("dir")).get("dir")).resolve("dump.rdb");
    Files.deleteIfExists(inTheWay);
    Files.createDirectory(inTheWay);
    save("err");
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.KEEP);

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons())
          .singleElement()
          .asString()
          .contains(
              address(4).toString(),
              "would refuse writes as a primary",
              "stop-writes-on-bgsave-error",
              "BGSAVE");
      assertOwner(1);

      Files.delete(inTheWay);
      save("ok");
      report = migrate(store, OldPrimary.KEEP);

      assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    }
    assertOwner(4);
    String tag = AcknowledgedWrites.tags(0, 0, 1).get(0);
    assertThat(this.<String>on(4, redis -> redis.set("{" + tag + "}", "v"))).isEqualTo("OK");
  }

  private void save(String status) {
    on(4, redis -> redis.bgsave());
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              String info = on(4, redis -> redis.info("persistence"));
              return info.contains("rdb_bgsave_in_progress:0")
                  && info.contains("rdb_last_bgsave_status:" + status);
            });
  }

  @Test
  void aServerThatNeedsMoreReplicasThanItWillHaveIsRefused() {
    on(4, redis -> redis.configSet("min-replicas-to-write", "1"));
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.RETIRE);

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons())
          .singleElement()
          .asString()
          .contains("min-replicas-to-write is 1, and it would have 0 replicas");
    }
    assertOwner(1);
  }

  @Test
  void aHashSlotThatMovesMeanwhileStopsTheReplacementAndItsRecoveryContinuesWithoutIt()
      throws InterruptedException {
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      Report report = migrateWhile(Moment.COPIES, () -> moveEmptyHashSlot(5_460, 1, 2));

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(r -> r.contains("not 0-5460: another tool has moved some"));
      writes.awaitMore(100);
      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4, "0-5459");
    assertThat(cluster.redis().hashSlotsOf(server(2))).contains(5_460);
    assertThat(journal).doesNotExist();
  }

  @Test
  void aThirdPrimaryThatIsLostHoldsTheMigrationUpWhereTheClusterRequiresFullCoverage()
      throws InterruptedException {
    cluster
        .redis()
        .servers()
        .forEach(
            server ->
                on(
                    server.node(),
                    redis -> redis.configSet("cluster-require-full-coverage", "yes")));
    slowCopy();
    try (AcknowledgedWrites writes = writes(0, 99)) {
      Report report = migrateWhile(Moment.COPIES, () -> server(3).process().kill());

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(
              r ->
                  r.contains("REPLICATING")
                      && r.contains(server(3).address())
                      && r.contains("says that the cluster does not work"));
      assertThat(cluster.redis().hashSlotsOf(server(1))).as("not promoted").contains(0);
      cluster.redis().startNode(3);
      Report recovery = goOn();

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    assertOwner(4);
  }

  @Test
  void aServerThatHoldsDataIsRefused() {
    apart(4);
    on(4, redis -> redis.configSet("cluster-require-full-coverage", "no"));
    int hashSlot = SlotHash.getSlot("left");
    on(4, redis -> redis.clusterAddSlots(hashSlot));
    await().atMost(PATIENCE).ignoreExceptions().until(() -> on(4, r -> r.set("left", "v")) != null);
    on(4, redis -> redis.clusterDelSlots(hashSlot));
    String nodes = on(1, redis -> redis.clusterNodes());
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.KEEP);

      assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
      assertThat(report.reasons())
          .singleElement()
          .asString()
          .contains("holds 1 keys", address(4).toString());
    }
    assertThat(this.<Long>on(4, redis -> redis.dbsize())).isEqualTo(1);
    assertThat(nodes.lines().count()).isEqualTo(known(1).size());
    assertThat(journal).doesNotExist();
  }

  @Test
  void aUserWithTheLeastRightsMigratesAndAMissingOneIsNamed() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    apart(4);
    acl("reset on >" + PASSWORD + " " + RIGHTS);
    RedisSettings settings = settings(2, Optional.of("migrator"), Optional.of(password));
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report report = migrate(store, OldPrimary.RETIRE);

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons()).singleElement().asString().contains("NOPERM", "failover");
    }
    acl("+cluster|failover");
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      Report recovery = driver().goOn(store);

      assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
      assertThat(recovery.decommissioned()).isTrue();
    }
    assertOwner(4);
    assertEmptyAndAlone(1);
  }

  /** Kills a coordinator at a moment. */
  private void kill(Moment moment, OldPrimary old) {
    try (RedisConnections connections = connections(2)) {
      StoppedCluster store =
          new StoppedCluster(
              new RedisClusterAdmin(connections),
              address(4),
              moment,
              () -> {
                throw new StoppedStore.Killed();
              });
      assertThatThrownBy(() -> migrate(store, old)).isInstanceOf(StoppedStore.Killed.class);
    }
  }

  private Report migrateAndKill(int node, Moment moment) {
    return migrateWhile(moment, server(node).process()::kill);
  }

  private Report migrateWhile(Moment moment, Runnable event) {
    try (RedisConnections connections = connections(2)) {
      StoppedCluster store =
          new StoppedCluster(new RedisClusterAdmin(connections), address(4), moment, event);
      Report report = migrate(store, OldPrimary.KEEP);
      assertThat(store.happened()).isTrue();
      return report;
    }
  }

  private Report migrate(ClusterAdmin store, OldPrimary former) {
    return driver().replace(store, first(), former);
  }

  private Report goOn() {
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return driver().goOn(store);
    }
  }

  private Report undo() {
    try (RedisConnections connections = connections(2)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return driver().undo(store);
    }
  }

  private ReplacementDriver driver() {
    return new ReplacementDriver(journal, LIMITS);
  }

  /** The primary of node 1, by the server of node 4. */
  private Planned first() {
    return new Planned(id(1), address(1), address(4), hashSlots(1));
  }

  private Planned planned(Migration migration) {
    int node =
        IntStream.rangeClosed(1, 3)
            .filter(n -> id(n).equals(migration.primary()))
            .findFirst()
            .orElseThrow();
    return new Planned(
        migration.primary(), address(node), migration.to().address(), hashSlots(node));
  }

  private List<HashSlotSpan> hashSlots(int node) {
    List<Integer> owned = cluster.redis().hashSlotsOf(server(node));
    return List.of(new HashSlotSpan(Collections.min(owned), Collections.max(owned)));
  }

  private RedisConnections connections(int node) {
    return RealStore.connections(server(node), Duration.ofSeconds(2));
  }

  private RedisSettings settings(int node, Optional<String> user, Optional<Path> password) {
    return new RedisSettings(
        List.of(new ServerAddress(server(node).host(), server(node).port())),
        user,
        password.map(Secret.InFile::new),
        Optional.empty(),
        Duration.ofSeconds(2));
  }

  private AcknowledgedWrites writes(int from, int to) {
    return new AcknowledgedWrites(server(2).uri(), from, to, 1);
  }

  /** The primary of node 1 takes a second or more to write what a replica copies. */
  private void slowCopy() {
    String tag =
        IntStream.range(0, 100)
            .mapToObj(i -> "{filling" + i + "}")
            .filter(name -> SlotHash.getSlot(name) <= 5_460)
            .findFirst()
            .orElseThrow();
    Map<String, String> keys = new HashMap<>();
    IntStream.range(0, 2_000).forEach(i -> keys.put(tag + i, "v"));
    on(1, redis -> redis.mset(keys));
    on(1, redis -> redis.configSet("rdb-key-save-delay", "500"));
  }

  private void moveEmptyHashSlot(int hashSlot, int from, int to) {
    String source = id(from);
    String destination = id(to);
    on(to, redis -> redis.clusterSetSlotImporting(hashSlot, source));
    on(from, redis -> redis.clusterSetSlotMigrating(hashSlot, destination));
    on(to, redis -> redis.clusterSetSlotNode(hashSlot, destination));
    on(from, redis -> redis.clusterSetSlotNode(hashSlot, destination));
  }

  private void failOver(int node) {
    on(node, redis -> redis.clusterFailover(false));
    await()
        .atMost(PATIENCE)
        .until(() -> on(node, r -> r.info("replication")).contains("role:master"));
  }

  /** Takes an empty member out of the cluster. */
  private void apart(int node) {
    String id = id(node);
    on(node, redis -> redis.clusterReset(true));
    IntStream.rangeClosed(1, 3).forEach(member -> on(member, redis -> redis.clusterForget(id)));
    assertThat(known(node)).hasSize(1);
  }

  private void assertRolledBack(boolean member) {
    assertOwner(1);
    assertThat(this.<Long>on(4, redis -> redis.dbsize())).isZero();
    assertThat(this.<String>on(4, redis -> redis.info("replication"))).contains("role:master");
    String id = id(4);
    if (member) {
      IntStream.rangeClosed(1, 3)
          .forEach(node -> await().atMost(PATIENCE).until(() -> known(node).contains(id)));
    } else {
      assertEmptyAndAlone(4);
    }
    IntStream.rangeClosed(1, 3)
        .forEach(node -> assertThat(known(node)).as("by %d", node).hasSize(member ? 4 : 3));
    assertThat(journal).doesNotExist();
  }

  private void assertEmptyAndAlone(int node) {
    assertThat(known(node)).as("known to node %d", node).hasSize(1);
    assertThat(this.<Long>on(node, redis -> redis.dbsize())).isZero();
  }

  private void assertOwner(int node) {
    assertOwner(node, "0-5460");
  }

  /** Every living member sees these hash slots there. Replicas hear it late. */
  private void assertOwner(int node, String hashSlots) {
    String id = id(node);
    for (RedisServer server : cluster.redis().servers()) {
      if (server.process().isAlive() && known(server.node()).size() > 1) {
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    on(server.node(), r -> r.clusterNodes())
                        .lines()
                        .anyMatch(line -> line.startsWith(id) && line.endsWith(" " + hashSlots)));
      }
    }
  }

  private Set<String> known(int node) {
    Set<String> ids = new HashSet<>();
    on(node, redis -> redis.clusterNodes())
        .lines()
        .forEach(line -> ids.add(line.substring(0, line.indexOf(' '))));
    return ids;
  }

  private void acl(String rules) {
    for (RedisServer server : cluster.redis().servers()) {
      CommandArgs<String, String> arguments =
          new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("migrator");
      List.of(rules.split(" ")).forEach(arguments::add);
      on(
          server.node(),
          redis ->
              redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), arguments));
    }
  }

  private <T> T on(int node, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = CLIENT.connect(server(node).uri())) {
      return command.apply(connection.sync());
    }
  }

  private String id(int node) {
    return on(node, redis -> redis.clusterMyId());
  }

  private SpareServer given(int node) {
    return new SpareServer(address(node), server(node).host());
  }

  private ServerAddress address(int node) {
    return new ServerAddress(server(node).host(), server(node).port());
  }

  private RedisServer server(int node) {
    return cluster.redis().server(node);
  }
}
