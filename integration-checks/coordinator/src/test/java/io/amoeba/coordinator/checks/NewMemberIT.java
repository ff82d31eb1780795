package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.members.MemberPreparation;
import io.amoeba.coordinator.cluster.members.MemberStore;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.redis.RedisMemberStore;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server joins three real primaries with function libraries, and gets hash slots. Tests that
 * refuse come before the one that moves.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class NewMemberIT {

  private static final int NEW = RealStore.NODES + 1;
  private static final int LAST = 40;
  private static final String PASSWORD = "s3cret-of-the-test";
  private static final String MOVER =
      "~* resetchannels -@all +cluster|nodes +cluster|setslot +cluster|saveconfig +cluster|getkeysinslot"
          + " +cluster|countkeysinslot +info +migrate +restore-asking +select +client|setname";

  @TempDir static Path folder = Path.of("");
  private static RealStore real;

  @BeforeAll
  static void startCluster() {
    Optional<Path> program = ServerProgram.INSTALLED.find(folder);
    Assumptions.assumeTrue(program.isPresent(), "functions need Redis 7.0, and none is installed");
    real = RealStore.start(program);
    real.redis().startNode(NEW);
    for (int node = 1; node <= RealStore.NODES; node++) {
      load(node, FunctionCalls.LIBRARY);
    }
  }

  @AfterAll
  static void endCluster() {
    if (real != null) {
      real.close();
    }
  }

  @Test
  @Order(1)
  void anotherLibraryOfTheNameRefusesTheMovesBeforeTheFirstHashSlot() {
    load(NEW, FunctionCalls.LIBRARY.replace("INCR", "DECR"));

    refused("function library 'mylib' is another one", "FUNCTION DELETE");

    send(NEW, CommandType.FUNCTION, "DELETE", "mylib");
  }

  @Test
  @Order(1)
  void libraryThatCannotBeCopiedRefusesTheMovesBeforeTheFirstHashSlot() {
    load(
        NEW,
        """
        #!lua name=other
        redis.register_function('bump', function(keys, args) return 0 end)
        """);

    refused("'mylib' of the primaries cannot be copied there", "bump already exists");

    send(NEW, CommandType.FUNCTION, "DELETE", "other");
  }

  @Test
  @Order(1)
  void userWithoutFunctionRightsRefusesTheMovesWhereThereAreLibraries() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    real.acl("reset on >" + PASSWORD + " " + MOVER);

    Report report = move(real.settings(Optional.of("mover"), Optional.of(password)));

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons().toString())
        .contains("holds 1 function libraries, and FUNCTION LIST is refused")
        .contains("+function|list +function|load");
    real.assertOwned(0, LAST, 1);
  }

  @Test
  @Order(1)
  void userThatTheNewServerLacksRefusesTheMovesAndNoPasswordIsShown() {
    real.acl("reset on >" + PASSWORD + " ~* +@all");
    Long unused = real.on(NEW, redis -> redis.aclDeluser("mover"));
    assertThat(refused("it has no ACL user 'mover'")).doesNotContain(PASSWORD, "#");

    send(NEW, CommandType.ACL, "SETUSER", "mover", "reset", "on", ">another", "~*", "+@all");
    assertThat(refused("the ACL user 'mover' has other rules or passwords")).doesNotContain("#");

    send(NEW, CommandType.ACL, "SETUSER", "mover", "reset", "on", ">" + PASSWORD, "~*", "+@all");
    assertThat(problems()).isEmpty();
  }

  @Test
  @Order(1)
  void settingByWhichJobsWouldFailRefusesTheMovesAndIsNamedWithItsRemedy() {
    setting(NEW, "maxmemory", "100mb");
    setting(NEW, "maxmemory-policy", "allkeys-lru");
    setting(NEW, "cluster-node-timeout", "9000");
    for (int node = 1; node <= RealStore.NODES; node++) {
      setting(node, "notify-keyspace-events", "Ex");
    }

    assertThat(refused("maxmemory-policy is 'allkeys-lru', and 'noeviction' on the primaries"))
        .contains("CONFIG SET maxmemory-policy 'noeviction'")
        .contains("notify-keyspace-events")
        .doesNotContain("cluster-node-timeout");

    setting(NEW, "maxmemory", "0");
    setting(NEW, "maxmemory-policy", "noeviction");
    setting(NEW, "notify-keyspace-events", "Ex");
    assertThat(problems()).as("another timeout surprises, and breaks nothing").isEmpty();
  }

  @Test
  @Order(2)
  void functionsAreOnTheNewServerBeforeItsFirstHashSlotSoThatNoCallFails() {
    try (FunctionCalls calls = new FunctionCalls(real.server(1).uri(), 0, LAST)) {
      calls.awaitMore(100);

      Report report = move(real.settings(Optional.empty(), Optional.empty()));

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
      calls.awaitMore(1_000);
      assertThat(calls.failure()).isEmpty();
    }
    real.assertOwned(0, LAST, NEW);
    String held = real.on(NEW, redis -> redis.functionList().toString());
    assertThat(held).contains("mylib");
  }

  @Test
  @Order(3)
  void serverWithoutFunctionsJoinsOthersWithTheRightsOfAMover() throws IOException {
    Optional<Path> program = ServerProgram.REDIS_6_2.find(folder);
    Assumptions.assumeTrue(program.isPresent(), "no Redis 6.2 for this machine");
    Path password = Files.writeString(folder.resolve("password-6.2"), PASSWORD);
    try (RealStore old = RealStore.start(program)) {
      old.redis().startNode(NEW);
      old.acl("reset on >" + PASSWORD + " " + MOVER);

      Report report = move(old, old.settings(Optional.of("mover"), Optional.of(password)));

      assertThat(report.reasons()).isEmpty();
      assertThat(report.end()).isEqualTo(End.COMPLETED);
      old.assertOwned(0, LAST, NEW);
    }
  }

  private static String refused(String... reasons) {
    Report report = move(real.settings(Optional.empty(), Optional.empty()));

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons().toString()).contains(reasons);
    real.assertOwned(0, LAST, 1);
    return report.reasons().toString();
  }

  private static Report move(RedisSettings settings) {
    return move(real, settings);
  }

  private static Report move(RealStore store, RedisSettings settings) {
    try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
      ClusterAdmin driver = new RedisClusterAdmin(connections);
      MemberStore members = new RedisMemberStore(connections);
      return new SlotMigrations(
              driver,
              new MemberPreparation(members, /* tls= */ false, /* atomic= */ true)::prepare,
              folder.resolve("move.json"),
              SlotMigrationLimits.DEFAULT,
              Duration.ofSeconds(15))
          .move(store.moves(0, LAST, 1, NEW), new Orders());
    }
  }

  private static List<Problem> problems() {
    try (RedisConnections connections = real.connections()) {
      MemberStore members = new RedisMemberStore(connections);
      return new MemberPreparation(members, /* tls= */ false, /* atomic= */ true)
          .problems(new ServerAddress(real.server(NEW).host(), real.server(NEW).port()));
    }
  }

  private static void load(int node, String library) {
    send(node, CommandType.FUNCTION, "LOAD", library);
  }

  private static void setting(int node, String name, String value) {
    String unused = real.on(node, redis -> redis.configSet(name, value));
  }

  private static void send(int node, ProtocolKeyword command, String... words) {
    CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
    List.of(words).forEach(arguments::add);
    String unused =
        real.on(
            node,
            redis -> redis.dispatch(command, new StatusOutput<>(StringCodec.UTF8), arguments));
  }
}
