package io.amoeba.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.TimeWindow;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacity;
import io.amoeba.coordinator.yaml.ConfigContext;
import io.amoeba.coordinator.yaml.ConfigProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

  private static final String MINIMAL =
      "flink: {url: 'http://localhost:8081'}\nredis: {endpoints: ['localhost:7000']}\n";

  private static final String STORE_ALONE = "redis: {endpoints: ['localhost:7000']}\n";

  private static final char[] SECRET = {'s', 'e', 'c', 'r', 'e', 't'};

  @TempDir Path folder = Path.of("");

  @Test
  void minimalFileGetsTheDefaults() {
    CoordinatorConfig config = read(MINIMAL);

    assertThat(config.mode()).isEqualTo(Mode.PROPOSE);
    assertThat(config.interval()).hasMillis(500);
    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().port()).isEqualTo(7070);
    assertThat(flink(config).job()).isEmpty();
    assertThat(config.nodes()).isEmpty();
  }

  @Test
  void threeErrorsAreReportedAtOnceWithKeyValueRangeAndRemedy() {
    ConfigErrors errors = errors(MINIMAL + "mode: automatic\ninterval: 5ms\nhttp: {prot: 7070}\n");

    assertThat(errors)
        .hasMessageContaining("has 3 errors")
        .hasMessageContaining("mode is 'automatic': must be observe, propose or act.")
        .hasMessageContaining("interval is \"5ms\": must be a duration, 50ms … 1m.")
        .hasMessageContaining("http.prot is unknown")
        .hasMessageContaining("Did you mean 'port'?");
  }

  @Test
  void aNumberWithoutAUnitSaysHowItIsWritten() {
    ConfigErrors errors =
        errors(MINIMAL + "interval: 500\nplans: {moves: {maxBytesPerNode: 8000000000}}\n");

    assertThat(errors)
        .hasMessageContaining(
            "interval is 500: must be a duration, 50ms … 1m. Write its unit, such as 500ms.")
        .hasMessageContaining(
            "plans.moves.maxBytesPerNode is 8000000000: must be a size, 1B or more, such as 8GB."
                + " Write its unit, such as 8GB.");
  }

  @Test
  void aKeyThatWasRenamedNamesTheNewOneAndItsNotation() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "intervalMillis: 500\nplans: {leastRise: 0, measureMillis: 1000,"
                + " moves: {way: setslot, keysPerSecond: 5, bytesPerNode: 9},"
                + " growth: {startMillis: 1}, drain: {afterMillis: 1}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key, ConfigProblem::remedy)
        .containsExactlyInAnyOrder(
            tuple("intervalMillis", "Write 'interval: 500ms' instead."),
            tuple("plans.leastRise", "Write 'minLocalityGain: 0.001' instead."),
            tuple("plans.measureMillis", "Write 'measurementWindow: 30s' instead."),
            tuple("plans.moves.way", "Write 'method: …' instead."),
            tuple("plans.moves.keysPerSecond", "Did you mean 'maxKeysPerSecond'?"),
            tuple("plans.moves.bytesPerNode", "Write 'maxBytesPerNode: 8GB' instead."),
            tuple("plans.growth.startMillis", "Write 'startTimeout: 1m' instead."),
            tuple("plans.drain.afterMillis", "Write 'stabilizationWindow: 10m' instead."));
  }

  @Test
  void theCommandLinesPortReplacesThatOfTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), MINIMAL + "http: {port: 7071}\n");

    assertThat(ConfigReader.read(file).http().port()).isEqualTo(7071);
    assertThat(ConfigReader.read(file, OptionalInt.of(0)).http().port()).isZero();
    Files.writeString(file, MINIMAL);
    assertThat(ConfigReader.read(file, OptionalInt.of(7072)).http().port()).isEqualTo(7072);
  }

  @Test
  void aJobIsRescaledByItsProgramOrInPlace() throws IOException {
    Files.writeString(folder.resolve("job.jar"), "a jar");
    String rescale = MINIMAL + "plans: {file: p, rescale: ";
    assertThat(read(MINIMAL).plans().rules().rescales()).isEqualTo(RescaleSettings.NONE);
    assertThat(read(rescale + "{method: in-place}}\n").plans().rules().rescales().method())
        .contains(RescaleWay.IN_PLACE);

    RescaleSettings settings =
        read(rescale
                + "{method: savepoint, jar: job.jar, entryClass: a.Job, arguments: [--x, 1],"
                + " configuration: {execution.checkpointing.interval: 10s, a.b: 3},"
                + " savepoints: 'file:///s', startTimeout: 9s}}\n")
            .plans()
            .rules()
            .rescales();
    assertThat(settings.method()).contains(RescaleWay.SAVEPOINT);
    assertThat(settings.startTimeout()).hasSeconds(9);
    assertThat(settings.program())
        .contains(
            new RescaleSettings.Program(
                folder.resolve("job.jar"),
                Optional.of("a.Job"),
                List.of("--x", "1"),
                Map.of("execution.checkpointing.interval", "10s", "a.b", "3"),
                "file:///s"));
    assertThat(errors(rescale + "{method: savepoint, startTimeout: 1s, jars: x}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.rescale.jar",
            "plans.rescale.savepoints",
            "plans.rescale.startTimeout",
            "plans.rescale.jars");
    assertThat(errors(rescale + "{method: savepoint, jar: none.jar, savepoints: /s}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("plans.rescale.jar", "plans.rescale.savepoints");
    assertThat(errors(rescale + "{method: in-place, jar: job.jar, configuration: 3}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("plans.rescale.jar", "plans.rescale.configuration");
    assertThat(errors(rescale + "{method: magic}}\n"))
        .hasMessageContaining("must be none, savepoint or in-place");
    assertThat(errors(MINIMAL + "plans: {rescale: {method: in-place}}\n"))
        .hasMessageContaining("plans.file is missing");
  }

  @Test
  void nodesOnWhichNoSubtaskIsCountedOnConcernEveryPlan() {
    String plans = MINIMAL + "plans: {file: p, rescale: {forbiddenNodes: ";

    PlanRules rules = read(plans + "[a, b]}}\n").plans().rules();

    assertThat(rules.rescales())
        .isEqualTo(
            new RescaleSettings(
                Optional.empty(), Optional.empty(), Duration.ofMinutes(2), Set.of("a", "b")));
    assertThat(rules.moves().closedBy("a")).contains("plans.rescale.forbiddenNodes");
    assertThat(rules.moves().closedBy("c")).isEmpty();
    assertThat(errors(plans + "a}}\n"))
        .hasMessageContaining("plans.rescale.forbiddenNodes is \"a\": must be a list of texts.")
        .hasMessageContaining("Write it as [first, second].");
    assertThat(errors(plans + "[a, b]}, growth: {servers: given, startNodes: [b, c]}}\n"))
        .hasMessageContaining(
            "plans.rescale.forbiddenNodes is 'b', which is one of plans.growth.startNodes, too")
        .hasMessageContaining("Remove the node from either list.");
  }

  @Test
  void aStoreThatFollowsAStreamNeedsAFileForItsPlans() {
    String follows = MINIMAL.replace("flink: {", "flink: {storeFollows: Statistics, ");

    ConfigErrors errors =
        errors(follows + "plans: {moves: {keysPerMigrate: 0, maxKeyPerSecond: 5}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.moves.keysPerMigrate", "plans.moves.maxKeyPerSecond", "plans.file");
    CoordinatorConfig config =
        read(follows + "plans: {file: p.json, moves: {maxKeysPerSecond: 500}}\n");
    assertThat(flink(config).storeFollows()).contains("Statistics");
    assertThat(config.plans().moves().keysPerSecond()).isEqualTo(500);
    assertThat(config.plans().moves().keysPerMigrate()).isEqualTo(100);
  }

  @Test
  void hashSlotsMayMoveUnlessTheFileSaysOtherwise() {
    MoveRules absent = read(MINIMAL + "plans: {file: p.json}\n").plans().rules().moves();
    MoveRules given =
        read(MINIMAL
                + "plans: {file: p.json, moves: {fixedHashSlots: [7, 5461-5500], fixedPrimaries:"
                + " ['10.0.0.1:7000'], fixedNodes: [a], forbiddenNodes: [b]}}\n")
            .plans()
            .rules()
            .moves();

    assertThat(absent).isEqualTo(MoveRules.NONE);
    assertThat(given)
        .isEqualTo(
            new MoveRules(
                List.of(new HashSlotSpan(7, 7), new HashSlotSpan(5_461, 5_500)),
                Set.of("10.0.0.1:7000"),
                Set.of("a"),
                Set.of("b")));
  }

  @Test
  void serversMigrateByThemselvesUnlessTheFileSaysOtherwise() {
    assertThat(read(MINIMAL).plans().moves().atomic()).isTrue();
    SlotMigrationLimits given =
        read(MINIMAL + "plans: {moves: {method: setslot, hashSlotsPerMigration: 9}}\n")
            .plans()
            .moves();

    assertThat(given.atomic()).isFalse();
    assertThat(given.hashSlotsPerMigration()).isEqualTo(9);
    assertThat(
            errors(MINIMAL + "plans: {moves: {method: fast, hashSlotsPerMigration: 0}}\n")
                .problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("plans.moves.method", "plans.moves.hashSlotsPerMigration");
  }

  @Test
  void everyErrorAboutMovesIsNamed() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "plans: {moves: {fixedHashSlots: [9-8, 16384, x], fixedPrimaries: [a],"
                + " fixedNode: [b]}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.moves.fixedHashSlots",
            "plans.moves.fixedHashSlots",
            "plans.moves.fixedHashSlots",
            "plans.moves.fixedPrimaries",
            "plans.moves.fixedNode");
    assertThat(errors).hasMessageContaining("'16384'").hasMessageContaining("[7, 5461-5500]");
  }

  @Test
  void primariesStayUnlessServersAreGiven() {
    PlanSettings absent = read(MINIMAL + "plans: {file: p.json}\n").plans();
    PlanSettings given =
        read(MINIMAL
                + "plans: {file: p.json, migrations: {servers: members, formerPrimary: retire,"
                + " fixedPrimaries: ['10.0.0.1:7000'], fixedNodes: [a], forbiddenNodes: [b],"
                + " maxPrimariesPerNode: 2, syncTimeout: 60s, redirectTime: 0s, maxLag: 5B}}\n")
            .plans();

    assertThat(absent.rules().migrations()).isEmpty();
    assertThat(absent.migrations()).isEqualTo(ReplacementLimits.DEFAULT);
    assertThat(given.rules().migrations())
        .contains(
            new MigrationRules(
                OldPrimary.RETIRE,
                Set.of("10.0.0.1:7000"),
                Set.of("a"),
                Set.of("b"),
                OptionalInt.of(2)));
    assertThat(given.migrations().sync()).isEqualTo(Duration.ofMinutes(1));
    assertThat(given.migrations().redirect()).isZero();
    assertThat(given.migrations().lagBytes()).isEqualTo(5);
  }

  @Test
  void everyErrorAboutMigrationsIsNamed() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "plans: {migrations: {servers: members, formerPrimary: sell, maxPrimariesPerNode: 0,"
                + " fixedPrimaries: [a], failoverTimeout: 5s, fixedNode: [x]}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.migrations.formerPrimary",
            "plans.migrations.fixedPrimaries",
            "plans.migrations.maxPrimariesPerNode",
            "plans.migrations.failoverTimeout",
            "plans.migrations.fixedNode",
            "plans.file");
    assertThat(errors(MINIMAL + "plans: {migrations: {servers: some}}\n"))
        .hasMessageContaining("plans.migrations.servers is 'some': must be none or members.");
  }

  @Test
  void theStoreGrowsIfServersAreGiven() {
    assertThat(read(MINIMAL + "plans: {file: p.json}\n").plans().rules().growth().wanted())
        .isFalse();
    assertThat(
            read(MINIMAL + "plans: {file: p.json, growth: {servers: members}}\n")
                .plans()
                .rules()
                .growth())
        .isEqualTo(GrowthSettings.TO_MEMBERS);
    assertThat(errors(MINIMAL + "plans: {growth: {servers: some, nodes: 3}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("plans.growth.servers", "plans.growth.nodes");
    GrowthSettings starting =
        read(MINIMAL + "plans: {file: p, growth: {servers: command, command: [go, '{port}']}}\n")
            .plans()
            .rules()
            .growth();
    assertThat(starting)
        .isEqualTo(
            new GrowthSettings(
                true,
                Optional.of(
                    new GrowthSettings.Start(
                        new GrowthSettings.OwnCommand(List.of("go", "{port}")),
                        6379,
                        Set.of(),
                        Duration.ofMinutes(1)))));
    String growth = MINIMAL + "plans: {file: p, growth: ";
    assertThat(errors(growth + "{servers: command, port: 0, startTimeout: 1ms}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.growth.command", "plans.growth.port", "plans.growth.startTimeout");
    assertThat(errors(growth + "{servers: members, port: 0, startTimeout: 1ms}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("plans.growth.port", "plans.growth.startTimeout");
    assertThat(errors(growth + "{servers: command, command: []}}\n"))
        .hasMessageContaining("plans.growth.command is empty");
    assertThat(errors(growth + "{servers: members, command: [go]}}\n"))
        .hasMessageContaining("plans.growth.command is given, but servers is 'members'");
    assertThat(errors(MINIMAL + "plans: {growth: {servers: members}}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactly("plans.file");
  }

  @Test
  void serversAreGivenOrStartedInContainers() {
    String growth = MINIMAL + "plans: {file: p, growth: ";
    GrowthSettings given =
        read(growth + "{servers: given, port: 7001, startNodes: [a, b]}}\n")
            .plans()
            .rules()
            .growth();
    assertThat(given.start())
        .contains(
            new GrowthSettings.Start(
                new GrowthSettings.Given(), 7001, Set.of("a", "b"), Duration.ofMinutes(1)));

    assertThat(
            read(growth
                    + "{servers: container, container: {image: 'redis:8', arguments:"
                    + " [redis-server]}}}\n")
                .plans()
                .rules()
                .growth()
                .start()
                .orElseThrow()
                .method())
        .isEqualTo(
            new GrowthSettings.InContainer(
                List.of("docker", "-H", "ssh://{host}"),
                List.of("--network", "host", "--restart", "unless-stopped"),
                "redis:8",
                List.of("redis-server")));
    assertThat(errors(growth + "{servers: container, container: {engine: [], opt: 1}}}\n"))
        .hasMessageContaining("plans.growth.container.image is missing")
        .hasMessageContaining("plans.growth.container.arguments is missing")
        .hasMessageContaining("plans.growth.container.engine is empty")
        .hasMessageContaining("plans.growth.container.opt is unknown");
    assertThat(errors(growth + "{servers: given, container: {image: i, arguments: [a]}}}\n"))
        .hasMessageContaining("plans.growth.container is given, but servers is 'given'");
  }

  @Test
  void theStoreLeavesNoNodeUnlessTheFileSaysSo() {
    assertThat(read(MINIMAL).plans().rules().drain().wanted()).isFalse();
    String drain = MINIMAL + "plans: {file: p.json, drain: ";

    CoordinatorConfig given = read(drain + "{nodes: without-subtasks}}\n");

    assertThat(given.plans().rules().drain())
        .isEqualTo(new DrainSettings(true, Duration.ofMinutes(10)));
    assertThat(given.needs(Need.HASH_SLOT_MOVES)).isTrue();
    assertThat(
            read(drain + "{nodes: without-subtasks, stabilizationWindow: 0s}}\n")
                .plans()
                .rules()
                .drain()
                .stabilizationWindow())
        .isZero();
    assertThat(errors(drain + "{nodes: all, stabilizationWindow: -1, after: 3}}\n"))
        .hasMessageContaining("has 3 errors")
        .hasMessageContaining("plans.drain.nodes is 'all': must be none or without-subtasks.")
        .hasMessageContaining("plans.drain.stabilizationWindow is -1: must be a duration, 0s … 24h")
        .hasMessageContaining("plans.drain.after is unknown");
    assertThat(errors(MINIMAL + "plans: {drain: {nodes: without-subtasks}}\n"))
        .hasMessageContaining("plans.file is missing")
        .hasMessageContaining("plans.drain.nodes moves hash slots");
  }

  @Test
  void nodesMayHoldWhatTheFileSays() {
    MoveRules given =
        read(MINIMAL
                + "plans: {moves: {maxHashSlotsPerNode: 6000, maxBytesPerNode: 5GB, capacities:"
                + " [{node: a, maxHashSlots: 100}, {node: b, maxBytes: 7B}]}}\n")
            .plans()
            .rules()
            .moves();

    assertThat(given.capacities().of("c"))
        .isEqualTo(new NodeCapacity(OptionalInt.of(6_000), OptionalLong.of(5_000_000_000L)));
    assertThat(given.capacities().of("a"))
        .isEqualTo(new NodeCapacity(OptionalInt.of(100), OptionalLong.of(5_000_000_000L)));
    assertThat(given.capacities().of("b"))
        .isEqualTo(new NodeCapacity(OptionalInt.of(6_000), OptionalLong.of(7)));
  }

  @Test
  void everyErrorAboutCapacitiesIsNamed() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "plans: {moves: {maxHashSlotsPerNode: 0, maxBytesPerNode: 8gb, capacities: [{node: a},"
                + " {node: b, maxHashSlots: 20000}, {node: b, maxBytes: 0B}, {maxHashSlot: 3}]},"
                + " policy: {maxBytesPerHour: -5}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.policy.maxBytesPerHour",
            "plans.moves.maxHashSlotsPerNode",
            "plans.moves.maxBytesPerNode",
            "plans.moves.capacities[0].maxHashSlots",
            "plans.moves.capacities[1].maxHashSlots",
            "plans.moves.capacities[2].maxBytes",
            "plans.moves.capacities[2].node",
            "plans.moves.capacities[3].node",
            "plans.moves.capacities[3].maxHashSlots",
            "plans.moves.capacities[3].maxHashSlot");
    assertThat(errors)
        .hasMessageContaining(
            "plans.moves.maxBytesPerNode is \"8gb\": must be a size, 1B or more, such as 8GB")
        .hasMessageContaining("plans.policy.maxBytesPerHour is -5")
        .hasMessageContaining("plans.moves.capacities[2].node is 'b': must be different");
  }

  @Test
  void theStoreIsAskedForNoMoreThanItsPlansNeed() {
    assertThat(read(MINIMAL).storeQuestions())
        .isEqualTo(new StoreQuestions(false, false, false, false, true));
    assertThat(
            read(MINIMAL + "plans: {file: p, drain: {nodes: without-subtasks}}\n").storeQuestions())
        .isEqualTo(new StoreQuestions(false, true, true, true, true));
    assertThat(
            read(MINIMAL + "plans: {file: p, migrations: {servers: members}}\n").storeQuestions())
        .isEqualTo(new StoreQuestions(true, false, true, true, true));
    assertThat(
            read("flink: {url: 'http://localhost:8081', storeFollows: S}\n"
                    + "redis: {endpoints: ['localhost:7000']}\nplans: {file: p}\n")
                .storeQuestions())
        .isEqualTo(new StoreQuestions(false, false, true, true, true));
  }

  @Test
  void coordinatorsThatShareTheirWorkKeepTheirFilesInOneFolder() throws IOException {
    assertThat(read(MINIMAL).lease()).isEmpty();
    String growing = MINIMAL + "plans: {growth: {servers: members}}\n";

    CoordinatorConfig shared = read(growing + "lease: {folder: ., address: 'https://a:7070'}\n");

    LeaseSettings lease = shared.lease().orElseThrow();
    assertThat(lease.duration()).hasSeconds(10);
    assertThat(lease.address()).contains("https://a:7070");
    assertThat(Files.isSameFile(lease.folder(), folder)).isTrue();
    assertThat(shared.files()).isEqualTo(new StateFiles(Optional.empty(), Optional.empty()));
  }

  @Test
  void coordinatorsWithOneFileTellTheirAddressesByTheirEnvironment() {
    String config = MINIMAL + "lease: {folder: ., addressEnv: ADDRESS}\n";

    assertThat(read(config, Map.of("ADDRESS", " http://a-0.a:7070 ")).lease().orElseThrow())
        .extracting(LeaseSettings::address)
        .isEqualTo(Optional.of("http://a-0.a:7070"));
    assertThat(errors(config, Map.of()))
        .hasMessageContaining("lease.addressEnv is 'ADDRESS', which is not set, or is empty")
        .hasMessageContaining("or use address.");
    assertThat(errors(config, Map.of("ADDRESS", "http://u:hidden@a:7070")))
        .hasMessageContaining("lease.addressEnv is an address with a user or a password")
        .hasMessageNotContaining("hidden");
    assertThat(
            errors(
                MINIMAL + "lease: {folder: ., addressEnv: ADDRESS, address: 'http://b:7070'}\n",
                Map.of("ADDRESS", "http://a:7070")))
        .hasMessageContaining("lease.addressEnv is beside address: must be one of the two");
  }

  @Test
  void everyErrorAboutTheLeaseIsNamed() {
    assertThat(errors(MINIMAL + "lease: {duration: 5ms, adress: x}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("lease.folder", "lease.duration", "lease.adress");
    assertThat(
            errors(
                MINIMAL + "stateFile: s.json\nplans: {file: p.json}\nlease: {folder: no-such}\n"))
        .hasMessageContaining("must be a folder that exists and may be written")
        .hasMessageContaining("stateFile is given together with lease.folder")
        .hasMessageContaining("plans.file is given together with lease.folder");
  }

  @Test
  void theSecretOfPlacementsIsLongAndNotForEverybody() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "too short\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    String config = MINIMAL + "placement: {secretFile: secret}\n";

    assertThat(errors(config))
        .hasMessageContaining("placement.secretFile")
        .hasMessageContaining("a random text of 32 characters or more")
        .hasMessageContaining("It has 9 characters")
        .hasMessageNotContaining("too short");
    Files.writeString(file, "0123456789abcdef0123456789abcdef\n");
    assertThat(read(config).placementSecret()).isPresent();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(errors(config)).hasMessageContaining("chmod 600");
    Files.delete(file);
    assertThat(errors(config)).hasMessageContaining("openssl rand -hex 32");
    assertThat(read(MINIMAL).placementSecret()).isEmpty();
  }

  @Test
  void everySecretMayBeInTheEnvironment() throws IOException {
    emptyStore("keys");
    Map<String, String> environment =
        Map.of(
            "STORE_PASSWORD", "secret\n",
            "REDIS_PASSWORD", "of-redis",
            "FLINK_HEADER", "Bearer of-flink",
            "TOKEN", "secret",
            "PLACEMENTS", "0123456789abcdef0123456789abcdef");

    CoordinatorConfig config =
        read(
            """
            flink:
              url: https://localhost:8081
              tls: {truststore: keys, truststorePasswordEnv: STORE_PASSWORD}
              headers: [{name: Authorization, valueEnv: FLINK_HEADER}]
            redis: {endpoints: ['localhost:7000'], username: u, passwordEnv: REDIS_PASSWORD}
            http:
              tokenEnv: TOKEN
              tokens: [{name: a, role: viewer, tokenEnv: TOKEN}]
              tls: {keystore: keys, passwordEnv: STORE_PASSWORD}
            placement: {secretEnv: PLACEMENTS}
            """,
            environment);

    assertThat(config.redis().password().orElseThrow().current()).isEqualTo("of-redis");
    assertThat(flink(config).headers().get(0).current()).isEqualTo("Bearer of-flink");
    assertThat(config.http().tls().orElseThrow().keys().password()).containsExactly(SECRET);
    assertThat(config.http().tokens())
        .extracting(TokenSettings::sha256)
        .containsOnly("2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b")
        .hasSize(2);
    assertThat(config.placementSecret()).isPresent();
    assertThat(config.secretVariables()).isEqualTo(environment.keySet());
    assertThat(config.toString())
        .contains("environment variable REDIS_PASSWORD")
        .doesNotContain("of-redis", "of-flink", "0123456789abcdef");
  }

  @Test
  void aSecretIsEitherInAFileOrInTheEnvironment() throws IOException {
    Files.writeString(folder.resolve("password"), "secret");
    String both = "passwordFile: password, passwordEnv: P";

    ConfigErrors errors =
        catchThrowableOfType(
            ConfigErrors.class,
            () ->
                read(
                    """
                    flink:
                      url: http://localhost:8081
                      headers: [{name: A, valueFile: password, valueEnv: P}, {name: B, valueEnv: E}]
                    redis: {endpoints: ['localhost:7000'], %s}
                    http:
                      tokenEnv: hunter2
                      tokens: [{name: a, role: viewer, tokenEnv: P, tokenFile: password}]
                      tls: {keystore: password, %s}
                    placement: {secretEnv: P}
                    """
                        .formatted(both, both),
                    Map.of("P", "of-the-process", "E", " ")));

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactly(
            "flink.headers[0].valueEnv",
            "flink.headers[1].valueEnv",
            "redis.passwordEnv",
            "http.tokenEnv",
            "http.tokens[0].tokenEnv",
            "http.tls.passwordEnv",
            "placement.secretEnv");
    assertThat(errors)
        .hasMessageContaining("Remove either passwordEnv or passwordFile.")
        .hasMessageContaining("Set it where the coordinator is started, or use tokenFile.")
        .hasMessageContaining("'environment variable P'")
        .hasMessageNotContaining("hunter2")
        .hasMessageNotContaining("of-the-process");
  }

  @Test
  void everyMissingKeyIsNamed() {
    assertThat(errors("mode: act\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactly("redis.endpoints");
    assertThat(errors("flink: {job: J}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactly("flink.url", "redis.endpoints");
    assertThat(errors("").problems()).hasSize(1);
  }

  @Test
  void aStoreNeedsNoJob() {
    CoordinatorConfig config = read(STORE_ALONE + "plans: {file: p, growth: {servers: members}}\n");

    assertThat(config.flink()).isEmpty();
    assertThat(config.needs(Need.HASH_SLOT_MOVES)).isTrue();
    assertThat(config.needs(Need.JOB)).isFalse();
    assertThat(config.storeQuestions())
        .isEqualTo(new StoreQuestions(false, true, true, true, true));
  }

  @Test
  void everyChangeThatNeedsAJobIsNamedWhereThereIsNone() {
    ConfigErrors errors =
        errors(
            STORE_ALONE
                + """
                plans:
                  file: p.json
                  migrations: {servers: members}
                  growth: {servers: given}
                  drain: {nodes: without-subtasks}
                  rescale: {method: in-place}
                """);

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "plans.migrations.servers",
            "plans.growth.servers",
            "plans.drain.nodes",
            "plans.rescale.method");
    assertThat(errors)
        .hasMessageContaining(
            "plans.drain.nodes is 'without-subtasks': must be a value that needs no job while"
                + " flink.url is not set. Set flink.url, or remove plans.drain.nodes.")
        .hasMessageContaining("plans.growth.servers is 'given'")
        .hasMessageContaining("plans.migrations.servers is 'members'")
        .hasMessageContaining("plans.rescale.method is 'in-place'");
  }

  @Test
  void addressesAreChecked() {
    ConfigErrors errors =
        errors("flink: {url: 'localhost:8081'}\nredis: {endpoints: ['a:1', 'b', 'c:99999']}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::value)
        .containsExactly("'localhost:8081'", "'b'", "'c:99999'");
  }

  @Test
  void aStoreWithoutEndpointsIsRefused() {
    assertThat(errors("flink: {url: 'http://localhost:8081'}\nredis: {endpoints: []}\n"))
        .hasMessageContaining("redis.endpoints is []: must be a list of host:port");
  }

  @Test
  void aSecondDocumentIsNotIgnored() {
    assertThat(errors(MINIMAL + "---\nmode: akt\n"))
        .hasMessageContaining("file is several YAML documents: must be one YAML document.");
    assertThat(flink(read("---\n" + MINIMAL)).job()).isEmpty();
  }

  @Test
  void addressesThatABrowserOrAComposeFileHasAreNamedForWhatTheyAre() {
    String redis = "redis: {endpoints: ['localhost:7000']}\n";

    assertThat(errors("flink: {url: 'http://flink_jobmanager:8081'}\n" + redis))
        .hasMessageContaining("A host name has no underscore");
    assertThat(errors("flink: {url: 'http://flink:8081/#/overview'}\n" + redis))
        .hasMessageContaining("Remove the part from # or ? on");
  }

  @Test
  void loginsInAddressesAreRefusedAndNotShown() {
    String remaining =
        """
        flink: {url: 'http://admin:hidden@flink:8081'}
        redis: {endpoints: ['user:hidden@10.0.0.1:7000', 'hidden@10.0.0.2:7000', ':hidden@[::1]:7000']}
        nodes: [{name: a, flinkHosts: ['u:hidden@a'], redisHosts: ['u:hidden@a:1']}]
        http: {host: 'u:hidden@0.0.0.0', hosts: ['u:hidden@a.example:1']}
        lease: {folder: '.', address: 'https://u:hidden@a:7070'}
        plans:
          migrations: {fixedPrimaries: ['u:hidden@10.0.0.1:7000']}
          moves: {fixedPrimaries: ['u:hidden@10.0.0.1:7000']}
          rescale: {method: savepoint, jar: x.jar, savepoints: 's3://key:hidden@bucket/x'}
        """;

    ConfigErrors errors = errors(remaining);

    assertThat(errors.getMessage()).doesNotContain("hidden");
    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .contains(
            "flink.url",
            "redis.endpoints",
            "nodes[0].flinkHosts",
            "nodes[0].redisHosts",
            "http.host",
            "http.hosts",
            "lease.address",
            "plans.migrations.fixedPrimaries",
            "plans.moves.fixedPrimaries",
            "plans.rescale.savepoints");
    assertThat(errors)
        .hasMessageContaining("Write a login as a header: flink.headers with valueFile.")
        .hasMessageContaining("Write a login as redis.username and redis.passwordFile.");
  }

  @Test
  void whatIsNoHostIsRefusedInEndpoints() {
    assertThat(errors("flink: {url: 'http://f'}\nredis: {endpoints: ['-oProxyCommand=x:7000']}\n"))
        .hasMessageContaining("redis.endpoints is '-oProxyCommand=x:7000'");
  }

  @Test
  void everyFileWithASecretIsKnown() throws IOException {
    for (String name : List.of("redis", "header", "token", "operator", "placement")) {
      Files.writeString(folder.resolve(name), "0123456789abcdef0123456789abcdef");
    }
    Path placement = folder.resolve("placement");
    Files.setPosixFilePermissions(placement, PosixFilePermissions.fromString("rw-------"));

    CoordinatorConfig config =
        read(
            """
            flink: {url: 'http://f', headers: [{name: X, valueFile: header}]}
            redis: {endpoints: ['r:7000'], passwordFile: redis}
            http: {tokenFile: token, tokens: [{name: a, role: operator, tokenFile: operator}]}
            placement: {secretFile: placement}
            """);

    assertThat(config.secretFiles())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder("redis", "header", "token", "operator", "placement");
  }

  @Test
  void ipv6EndpointsAreUnderstood() {
    CoordinatorConfig config =
        read("flink: {url: 'http://[::1]:8081/'}\nredis: {endpoints: ['[::1]:7000']}\n");

    assertThat(config.redis().endpoints()).containsExactly(new ServerAddress("::1", 7000));
    assertThat(flink(config).url()).hasToString("http://[::1]:8081");
  }

  @Test
  void addressesAreComparedInOneNotationWhateverIsWritten() {
    CoordinatorConfig config =
        read(
            MINIMAL
                + """
                http: {host: '[::1]'}
                plans: {moves: {fixedPrimaries: ['[0:0:0:0:0:0:0:1]:7000', 'Redis-1.:7000']}}
                """);

    assertThat(config.http().host()).isEqualTo("::1");
    assertThat(config.plans().rules().moves().fixedPrimaries())
        .containsExactlyInAnyOrder("[::1]:7000", "redis-1:7000");
    assertThat(errors(MINIMAL + "nodes: [{name: a, redisHosts: ['redis:70000', '[x]:7000']}]\n"))
        .hasMessageContaining("redisHosts is 'redis:70000'")
        .hasMessageContaining("redisHosts is '[x]:7000'")
        .hasMessageContaining("in brackets");
  }

  @Test
  void filesMustExistAndRelativeOnesAreBelowTheConfiguration() throws IOException {
    Files.writeString(folder.resolve("token"), "secret\n");

    CoordinatorConfig config = read(MINIMAL + "http: {tokenFile: token}\n");
    ConfigErrors errors = errors(MINIMAL + "http: {tokenFile: nothing}\n");

    assertThat(config.http().tokens())
        .containsExactly(
            new TokenSettings(
                "the token",
                Set.of(Role.values()),
                "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"));
    assertThat(errors.problems()).extracting(ConfigProblem::key).containsExactly("http.tokenFile");
  }

  @Test
  void tokensHaveNamesRolesAndHashes() throws IOException {
    Files.writeString(folder.resolve("token"), "secret\n");
    String hash = "0".repeat(64);

    CoordinatorConfig config =
        read(
            MINIMAL
                + "http:\n  tokens:\n"
                + "  - {name: alice, role: operator, tokenFile: token}\n"
                + "  - {name: flink, role: task-manager, sha256: '"
                + hash
                + "'}\n");

    assertThat(config.http().tokens()).extracting("name").containsExactly("alice", "flink");
    assertThat(config.http().tokens().get(1))
        .isEqualTo(new TokenSettings("flink", Set.of(Role.TASK_MANAGER), hash));
  }

  @Test
  void tokensAreBoundToTaskManagers() {
    String tokens =
        """
        http:
          tokens:
            - {name: a, role: task-manager, taskManager: tm-1, sha256: '%s'}
            - {name: b, role: task-manager, taskManager: 'flink-*', sha256: '%s'}
        """;
    List<TokenSettings> read =
        read(MINIMAL + tokens.formatted("aa".repeat(32), "bb".repeat(32))).http().tokens();
    assertThat(read.get(0).isFor("tm-1")).isTrue();
    assertThat(read.get(0).isFor("tm-11")).isFalse();
    assertThat(read.get(0).isFor("")).isFalse();
    assertThat(read.get(1).isFor("flink-7")).isTrue();
    assertThat(read.get(1).isFor("tm-1")).isFalse();

    assertThat(errors(MINIMAL + tokens.formatted("aa".repeat(32), "aa".repeat(32))).problems())
        .extracting(ConfigProblem::key)
        .containsExactly("http.tokens[1].name");
    String viewer = "http: {tokens: [{name: a, role: viewer, taskManager: 't*m', sha256: '%s'}]}";
    assertThat(errors(MINIMAL + viewer.formatted("aa".repeat(32))).problems())
        .extracting(ConfigProblem::key)
        .containsExactly("http.tokens[0].taskManager", "http.tokens[0].taskManager");
  }

  @Test
  void bothStoresOfMutualTlsHaveTheirPasswords() throws IOException {
    StoreFile clients = emptyStore("clients");
    emptyStore("keys");
    String keys = MINIMAL + "http:\n  tls: {keystore: keys, passwordFile: password";

    CoordinatorConfig config =
        read(keys + ", truststore: clients, truststorePasswordFile: password}\n");

    assertThat(config.http().tls().orElseThrow().clients()).contains(clients);
    assertThat(read(keys + "}\n").http().tls().orElseThrow().clients()).isEmpty();
    assertThat(errors(keys + ", truststore: clients}\n").problems())
        .extracting(ConfigProblem::key)
        .containsExactly("http.tls.truststorePasswordFile");
    assertThat(errors(MINIMAL + "http:\n  tls: {truststore: none}\n").problems())
        .extracting(ConfigProblem::key)
        .contains("http.tls.keystore", "http.tls.passwordFile", "http.tls.truststore");
  }

  private StoreFile emptyStore(String name) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "secret\n");
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.store(out, "secret".toCharArray());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
    return new StoreFile(file, new Secret.InFile(password));
  }

  @Test
  void serversAreKnownByStoresAndCallersByHeaders() throws IOException {
    StoreFile trusted = emptyStore("trusted");
    StoreFile own = emptyStore("own");
    Path token = Files.writeString(folder.resolve("token"), "Bearer secret\n");
    String stores = "truststore: trusted, truststorePasswordFile: password";

    CoordinatorConfig config =
        read(
            """
            flink:
              url: https://localhost:8081
              tls: {%s, keystore: own, passwordFile: password}
              headers:
                - {name: Authorization, valueFile: token}
                - {name: X-Caller, value: amoeba}
            redis:
              endpoints: ['localhost:7000']
              tls: {%s, checkAddresses: false}
            """
                .formatted(stores, stores));

    assertThat(flink(config).tls())
        .isEqualTo(new ClientTls(Optional.of(trusted), Optional.of(own)));
    assertThat(flink(config).headers())
        .containsExactly(
            new RequestHeader(
                "Authorization", Optional.empty(), Optional.of(new Secret.InFile(token))),
            new RequestHeader("X-Caller", Optional.of("amoeba"), Optional.empty()));
    assertThat(flink(config).headers().get(0).current()).isEqualTo("Bearer secret");
    assertThat(config.redis().tls())
        .contains(
            new RedisSettings.Tls(new ClientTls(Optional.of(trusted), Optional.empty()), false));
    assertThat(read(MINIMAL.replace("7000']", "7000'], tls: true")).redis().tls())
        .contains(new RedisSettings.Tls(ClientTls.PLAIN, true));
    assertThat(read(MINIMAL).redis().tls()).isEmpty();
  }

  @Test
  void storesAndHeadersThatCannotBeUsedAreNamed() throws IOException {
    Files.writeString(folder.resolve("text"), "no store");
    Files.writeString(folder.resolve("password"), "hunter2");

    ConfigErrors errors =
        errors(
            """
            flink:
              url: http://localhost:8081
              tls: {truststore: text, truststorePasswordFile: password}
              headers:
                - {name: Host, value: elsewhere}
                - {name: Authorization, value: a, valueFile: password}
                - {name: X-None}
                - {name: X-Lines, value: "first\\nsecond"}
            redis:
              endpoints: ['localhost:7000']
              tls: {keystore: text, verify: none}
            """);

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "flink.tls",
            "flink.tls.truststore",
            "flink.headers[0].name",
            "flink.headers[1].valueFile",
            "flink.headers[2].valueFile",
            "flink.headers[3].name",
            "redis.tls.passwordFile",
            "redis.tls.verify");
    assertThat(errors)
        .hasMessageContaining("that the password in " + folder.resolve("password") + " opens")
        .hasMessageNotContaining("hunter2")
        .hasMessageNotContaining("elsewhere");
  }

  @Test
  void wrongTokensAreNamedWithoutTellingTheToken() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "http:\n  tokens:\n"
                + "  - {name: a, role: boss, sha256: hunter2}\n"
                + "  - {name: a, role: viewer}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactly(
            "http.tokens[0].role",
            "http.tokens[0].sha256",
            "http.tokens[1].name",
            "http.tokens[1].sha256");
    assertThat(errors.getMessage()).doesNotContain("hunter2");
  }

  @Test
  void withoutAPolicyNothingIsLimited() {
    PlanSettings plans = read(MINIMAL).plans();

    assertThat(plans.policy()).isEqualTo(ApprovalPolicy.UNLIMITED);
    assertThat(plans.file()).isEmpty();
    assertThat(plans.measurementWindow()).hasSeconds(30);
    assertThat(plans.rules().minLocalityGain()).isEqualTo(0.001);
  }

  @Test
  void theLeastRiseIsAPartOfAWhole() {
    assertThat(read(MINIMAL + "plans: {minLocalityGain: 0.05}\n").plans().rules().minLocalityGain())
        .isEqualTo(0.05);
    assertThat(errors(MINIMAL + "plans: {minLocalityGain: 5}\n").getMessage())
        .contains("plans.minLocalityGain", "5", "a number, 0 … 1");
  }

  @Test
  void policyIsRead() {
    PlanSettings plans =
        read(MINIMAL
                + "plans:\n"
                + "  file: plans.json\n"
                + "  measurementWindow: 5s\n"
                + "  policy:\n"
                + "    maxHashSlotsPerPlan: 100\n"
                + "    maxHashSlotsPerHour: 1000\n"
                + "    maxBytesPerHour: 5GB\n"
                + "    maxPrimariesPerHour: 2\n"
                + "    maxRescalesPerHour: 3\n"
                + "    coolDown: 60s\n"
                + "    window: {from: '22:00', to: '06:30', zone: Europe/Athens}\n")
            .plans();

    assertThat(plans.file()).contains(folder.resolve("plans.json"));
    assertThat(plans.policy())
        .isEqualTo(
            new ApprovalPolicy(
                OptionalInt.of(100),
                OptionalInt.of(1_000),
                OptionalLong.of(5_000_000_000L),
                OptionalInt.of(2),
                OptionalInt.of(3),
                Duration.ofMinutes(1),
                Optional.of(
                    new TimeWindow(
                        LocalTime.of(22, 0), LocalTime.of(6, 30), ZoneId.of("Europe/Athens")))));
  }

  @Test
  void everyErrorOfThePolicyIsNamed() {
    ConfigErrors errors =
        errors(
            MINIMAL
                + "plans: {policy: {maxHashSlotsPerPlan: many, coolUp: 1,"
                + " window: {from: 25, zone: Mars}}}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactly(
            "plans.policy.maxHashSlotsPerPlan",
            "plans.policy.window.from",
            "plans.policy.window.to",
            "plans.policy.window.zone",
            "plans.policy.coolUp");
  }

  @Test
  void wrongShapesAreNamedNotThrown() {
    ConfigErrors errors =
        errors("flink: 3\nredis: {endpoints: {a: b}, tls: maybe}\nnodes: 7\nhttp: [1]\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .contains("flink", "flink.url", "redis.endpoints", "redis.tls", "nodes", "http");
  }

  @Test
  void brokenYamlIsReportedWithItsLine() {
    assertThat(errors("mode: [\n")).hasMessageContaining("line ");
    assertThat(errors("mode: act\nmode: observe\n")).hasMessageContaining("line 2");
  }

  @Test
  void nodesNeedDifferentNames() {
    ConfigErrors errors =
        errors(MINIMAL + "nodes:\n- {name: a, flinkHosts: [x]}\n- {name: a}\n- {flinkHost: [x]}\n");

    assertThat(errors.problems())
        .extracting(ConfigProblem::key)
        .containsExactly("nodes[1].name", "nodes[2].name", "nodes[2].flinkHost");
  }

  @Test
  void missingFileSaysSo() {
    ConfigErrors errors =
        catchThrowableOfType(
            ConfigErrors.class, () -> ConfigReader.read(folder.resolve("none.yaml")));

    assertThat(errors).hasMessageContaining("none.yaml").hasMessageContaining("no such file");
  }

  @Test
  void shippedExampleIsValid() throws URISyntaxException {
    Path example =
        Path.of(
            Objects.requireNonNull(getClass().getResource("/coordinator-example.yaml")).toURI());

    assertThat(ConfigReader.read(example).redis().endpoints()).hasSize(2);
  }

  private static FlinkSettings flink(CoordinatorConfig config) {
    return config.flink().orElseThrow();
  }

  private CoordinatorConfig read(String text) {
    return ConfigReader.parse(text, "test.yaml", folder);
  }

  private CoordinatorConfig read(String text, Map<String, String> environment) {
    return ConfigReader.parse(text, "test.yaml", new ConfigContext(folder, environment));
  }

  private ConfigErrors errors(String text) {
    return catchThrowableOfType(ConfigErrors.class, () -> read(text));
  }

  private ConfigErrors errors(String text, Map<String, String> environment) {
    return catchThrowableOfType(ConfigErrors.class, () -> read(text, environment));
  }
}
