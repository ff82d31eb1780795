package io.amoeba.coordinator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisChecksTest {

  private static final String MOVING =
      """
      flink: {url: 'http://10.0.0.9:8081'}
      redis: {endpoints: ['10.0.0.1:7000', '10.0.0.2:7000']}
      stateFile: state.json
      plans: {file: plans.json, growth: {servers: members}}
      """;

  private final Patient patient = new Patient();

  @Test
  void aSilentEndpointIsAWarningWhileOthersAnswer() {
    patient.redis.add(new RedisNode.Silent("10.0.0.7:7000", true, "Connection refused"));
    assertThat(patient.only(Check.REDIS_REACHABLE).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_REACHABLE).subjects()).containsExactly("10.0.0.7:7000");

    patient.redis.removeIf(RedisNode.Answering.class::isInstance);
    assertThat(patient.only(Check.REDIS_REACHABLE).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.all(Check.REDIS_CLUSTER)).isEmpty();
  }

  @Test
  void anAnnouncedAddressThatNobodyReachesIsAnError() {
    patient.redis.add(new RedisNode.Silent("172.17.0.2:7000", false, "timed out"));

    assertThat(patient.only(Check.REDIS_REACHABLE).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_REACHABLE).remedy()).contains("cluster-announce-ip");
  }

  @Test
  void aRefusedLoginNamesTheKeysToCorrect() {
    patient.redis.set(0, new RedisNode.Locked("10.0.0.1:7000", true, "NOAUTH needed"));

    Finding finding = patient.only(Check.REDIS_LOGIN);

    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.text()).contains("user default", "NOAUTH");
    assertThat(finding.remedy()).contains("redis.passwordFile", "redis.username");
  }

  @Test
  void theCoordinatorNeedsClusterNodesAndDoctorsSomeMore() {
    patient.refuses(0, "CLUSTER NODES", "NOPERM this user has no permissions");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+cluster|nodes");

    patient.redis.clear();
    patient.redis.addAll(new Patient().redis);
    patient.refuses(0, "CONFIG GET", "NOPERM this user has no permissions");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+config|get");

    patient.refuses(0, "CONFIG GET", "ERR unknown command 'CONFIG'");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy())
        .contains("no such command")
        .doesNotContain("ACL SETUSER");
  }

  @Test
  void aNodeThatTellsNoSettingsIsUnknownAndNeverFine() {
    patient.config =
        patient.config.replace(
            "plans: {file: plans.json", "plans: {file: plans.json, migrations: {servers: members}");
    for (int node = 0; node < patient.redis.size(); node++) {
      patient.withoutConfig(node);
      patient.info(node, "aof_enabled", "0");
    }

    for (Check check :
        List.of(
            Check.REDIS_PERSISTENCE,
            Check.REDIS_NODE_TIMEOUT,
            Check.REDIS_FULL_COVERAGE,
            Check.REDIS_REPLICATION,
            Check.REDIS_ADDRESSES)) {
      assertThat(patient.only(check).severity()).as("%s", check).isEqualTo(Severity.UNKNOWN);
      assertThat(patient.only(check).subjects()).hasSize(6);
    }
    assertThat(patient.only(Check.REDIS_MIGRATIONS).severity()).isEqualTo(Severity.UNKNOWN);
  }

  @Test
  void aNodeThatRefusesInfoIsUnknownAndNeverFine() {
    patient.refuses(0, "INFO", "NOPERM this user has no permissions");
    patient.change(
        0,
        old ->
            new RedisNode.Answering(
                old.address(),
                old.configured(),
                Map.of(),
                old.clusterInfo(),
                old.settings(),
                old.view(),
                old.refused()));

    for (Check check : List.of(Check.REDIS_MEMORY, Check.REDIS_PERSISTENCE)) {
      assertThat(patient.all(check))
          .as("%s", check)
          .extracting(Finding::severity)
          .containsExactly(Severity.UNKNOWN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis_version, 6.2.16, given away",
    "redis_version, 7.0.12, given away",
    "redis_version, 7.0.13, older than its own",
    "redis_version, 7.0.15, older than its own",
    "redis_version, 7.2.3, older than its own",
    "redis_version, 7.2.4, ''",
    "redis_version, 8.6, ''",
    "valkey_version, 7.2.5, ''",
    "valkey_version, 8.1.0, ''",
  })
  void versionsThatLoseHashSlotsToOlderClaimsAreNamedWithTheUpdate(
      String field, String version, String fault) {
    everywhere(field, version);

    Finding finding = patient.only(Check.REDIS_CLAIMS);

    assertThat(finding.severity()).isEqualTo(fault.isEmpty() ? Severity.OK : Severity.NOTE);
    if (!fault.isEmpty()) {
      assertThat(finding.text()).contains("Redis " + version, fault);
      assertThat(finding.remedy()).contains("Redis 7.2.4 or newer", "Valkey");
    }
  }

  @Test
  void oldAndMixedVersionsAreNamed() {
    patient.info(0, "redis_version", "7.2.4");
    assertThat(patient.only(Check.REDIS_VERSION).severity()).isEqualTo(Severity.NOTE);

    everywhere("redis_version", "6.0.16");
    assertThat(patient.only(Check.REDIS_VERSION).severity()).isEqualTo(Severity.WARNING);

    everywhere("valkey_version", "8.1.0");
    assertThat(patient.only(Check.REDIS_VERSION).text()).isEqualTo("Valkey 8.1.0");
  }

  @Test
  void aSingleServerIsNoCluster() {
    patient.redis.subList(1, patient.redis.size()).clear();
    patient
        .refuses(0, "CLUSTER NODES", "ERR This instance has cluster support disabled")
        .info(0, "cluster_enabled", "0");

    assertThat(patient.only(Check.REDIS_CLUSTER).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_CLUSTER).remedy()).contains("cluster-enabled yes");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aMoverThatMayNotMoveIsAWarningWithTheRightThatItLacks() {
    patient.refuses(
        1, "MIGRATE", "NOPERM this user has no permissions to run the 'migrate' command");

    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).text()).contains("no hash slot can be moved");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("default +migrate,");
  }

  @Test
  void theWayInWhichHashSlotsWillMoveIsNamed() {
    assertThat(patient.all(Check.REDIS_MOVE_WAY)).isEmpty(); // it moves none
    patient.config = MOVING;
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).endsWith("SETSLOT and MIGRATE");

    everywhere("redis_version", "8.4.0");
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).contains("CLUSTER MIGRATION, atomically");
    patient.info(1, "redis_version", "8.2.0");
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).endsWith("SETSLOT and MIGRATE");

    everywhere("valkey_version", "9.0.1");
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).contains("CLUSTER MIGRATESLOTS, atom");
    patient.config = MOVING.replace("plans: {", "plans: {moves: {method: setslot}, ");
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).endsWith("SETSLOT and MIGRATE");
  }

  @Test
  void whoMayNotMoveAtomicallyIsToldSoWhereServersKnowIt() {
    patient.config = MOVING;
    patient.refuses(1, "CLUSTER MIGRATESLOTS", "NOPERM this user has no permissions");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.OK);

    everywhere("valkey_version", "9.0.1");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+cluster|migrateslots,");

    patient.refuses(1, "COMMAND INFO", "NOPERM this user has no permissions");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+command|info,");
    assertThat(patient.only(Check.REDIS_MOVE_WAY).text()).endsWith("SETSLOT and MIGRATE");
  }

  @Test
  void aStoreThatGrowsIsToldOfStatisticsThatItCouldUse() {
    patient.config = MOVING;
    assertThat(patient.all(Check.REDIS_LOAD)).isEmpty(); // these servers have none

    patient.setting(0, "cluster-slot-stats-enabled", "no");
    assertThat(patient.only(Check.REDIS_LOAD).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_LOAD).remedy()).contains("cluster-slot-stats-enabled yes");

    patient.setting(0, "cluster-slot-stats-enabled", "net mem");
    assertThat(patient.only(Check.REDIS_LOAD).severity()).isEqualTo(Severity.NOTE);
    patient.setting(0, "cluster-slot-stats-enabled", "cpu net");
    assertThat(patient.only(Check.REDIS_LOAD).severity()).isEqualTo(Severity.OK);
    patient.setting(0, "cluster-slot-stats-enabled", "yes");
    assertThat(patient.only(Check.REDIS_LOAD).severity()).isEqualTo(Severity.OK);
    patient.refuses(0, "CLUSTER SLOT-STATS", "NOPERM this user has no permissions");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+cluster|slot-stats,");
  }

  @Test
  void whatMakesCopiesOfPrimariesSlowIsFoundWhereTheyMigrate() {
    patient
        .setting(3, "repl-diskless-sync", "yes")
        .setting(3, "repl-diskless-sync-delay", "5")
        .setting(0, "client-output-buffer-limit", "normal 0 0 0 slave 900 400 60 pubsub 99 9 60");
    assertThat(patient.all(Check.REDIS_MIGRATIONS)).isEmpty(); // none migrates

    patient.config = MOVING.replace("growth", "migrations");
    assertThat(patient.all(Check.REDIS_MIGRATIONS))
        .extracting(Finding::severity)
        .containsExactly(Severity.NOTE, Severity.NOTE);
    assertThat(patient.all(Check.REDIS_MIGRATIONS))
        .extracting(Finding::remedy)
        .anyMatch(change -> change.contains("client-output-buffer-limit 'replica 0 0 0'"))
        .anyMatch(change -> change.contains("repl-diskless-sync-delay 0"));

    patient.setting(0, "client-output-buffer-limit", "normal 0 0 0 replica 1000 0 0 pubsub 1 1 1");
    assertThat(patient.only(Check.REDIS_MIGRATIONS).remedy()).contains("repl-diskless-sync-delay");
    patient
        .setting(3, "repl-diskless-sync", "no")
        .setting(0, "client-output-buffer-limit", "replica 0 0 0");
    assertThat(patient.only(Check.REDIS_MIGRATIONS).severity()).isEqualTo(Severity.OK);
  }

  private void everywhere(String field, String value) {
    for (int node = 0; node < patient.redis.size(); node++) {
      patient.info(node, field, value);
    }
  }

  @Test
  void aMigratorThatMayNotFailOverIsAWarning() {
    patient.refuses(1, "CLUSTER FAILOVER", "NOPERM this user has no permissions");

    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).text()).contains("no replica can be promoted");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+cluster|failover,");
  }

  @Test
  void whoMayNotEndConnectionsCannotTakeOver() {
    patient.refuses(1, "CLIENT KILL", "NOPERM this user has no permissions");

    assertThat(patient.only(Check.REDIS_PERMISSIONS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_PERMISSIONS).text()).contains("can take over (lease)");
    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("+client|kill,");
  }

  @Test
  void aMoverThatMayNotReadKeysNeedsThem() {
    patient.refuses(1, "MIGRATE", "NOPERM No permissions to access a key");

    assertThat(patient.only(Check.REDIS_PERMISSIONS).remedy()).contains("default ~*,");
  }

  @Test
  void aClusterThatDoesNotWorkIsAnError() {
    patient.clusterState(2, "fail");

    assertThat(patient.only(Check.REDIS_CLUSTER).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_CLUSTER).subjects()).containsExactly("10.0.0.3:7000");
  }

  @Test
  void hashSlotsWithoutAPrimaryAreCounted() {
    patient.everyNodeKnows(
        node ->
            node.id().equals("primary-1")
                ? Patient.with(node, List.of(new HashSlotSpan(0, 5_450)))
                : node);

    assertThat(patient.only(Check.REDIS_HASH_SLOTS).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_HASH_SLOTS).text()).startsWith("10 of 16384");
  }

  @Test
  void theNodeThatSeesOtherOwnersThanMostIsNamed() {
    patient.knows(
        2,
        node ->
            node.id().equals("primary-1")
                ? Patient.with(node, List.of(new HashSlotSpan(0, 5_457)))
                : node);

    assertThat(patient.only(Check.REDIS_AGREEMENT).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_AGREEMENT).subjects()).containsExactly("10.0.0.3:7000");
    assertThat(patient.only(Check.REDIS_AGREEMENT).text()).contains("3 hash slots");
    assertThat(patient.only(Check.REDIS_HASH_SLOTS).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aNodeThatDoesNotKnowEveryOtherIsAWarning() {
    patient.views(
        5,
        old ->
            ServerView.of(
                old.address(),
                old.own(),
                old.others().stream().filter(node -> !node.id().equals("replica-1")).toList(),
                List.of(),
                Optional.empty()));

    assertThat(patient.only(Check.REDIS_AGREEMENT).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_AGREEMENT).text())
        .isEqualTo("knows 5 nodes, most others 6");
  }

  @Test
  void aLostPrimaryIsAnErrorAndALostReplicaAWarning() {
    patient.everyNodeKnows(node -> failing(node, "primary-3"));
    assertThat(patient.only(Check.REDIS_FAILED_NODES).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_FAILED_NODES).text()).contains("5461 hash slots");

    patient.redis.clear();
    patient.redis.addAll(new Patient().redis);
    patient.everyNodeKnows(node -> failing(node, "replica-3"));
    assertThat(patient.only(Check.REDIS_FAILED_NODES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_REPLICAS).subjects()).containsExactly("10.0.0.1:7000");
  }

  @Test
  void aLinkThatIsMissingIsAWarning() {
    patient.knows(
        0, node -> node.id().equals("primary-2") ? Patient.with(node, node.flags(), false) : node);

    assertThat(patient.only(Check.REDIS_FAILED_NODES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_FAILED_NODES).text()).contains("no link to 10.0.0.1:7000");
  }

  @Test
  void halfMovedHashSlotsAreAWarning() {
    List<Transition> two =
        List.of(new Transition(5_461, true, "primary-1"), new Transition(0, false, "primary-1"));
    patient.views(1, old -> new ServerView(old.address(), old.id(), old.known(), two, old.info()));

    assertThat(patient.only(Check.REDIS_OPEN_MIGRATIONS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_OPEN_MIGRATIONS).remedy())
        .contains("redis-cli --cluster fix 10.0.0.2:7000");
  }

  @Test
  void twoNodesOfOneAddressAreAnError() {
    patient.everyNodeKnows(
        node ->
            node.id().equals("replica-2")
                ? Patient.with(node, new ServerAddress("10.0.0.1", 7001))
                : node);

    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_ADDRESSES).subjects()).containsExactly("10.0.0.1:7001");
  }

  @ParameterizedTest
  @CsvSource({"unknown-endpoint,,WARNING", "hostname,,WARNING", "hostname,redis-1,OK"})
  void clientsNeedAnAddress(String preferred, String hostname, Severity severity) {
    patient.setting(0, "cluster-preferred-endpoint-type", preferred);
    patient.setting(0, "cluster-announce-hostname", hostname == null ? "" : hostname);

    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(severity);
  }

  @ParameterizedTest
  @CsvSource({"'',unknown-endpoint", "?,cluster-announce-hostname"})
  void whereClientsAreSentIsSeenWithoutSettings(String told, String named) {
    for (int node = 0; node < patient.redis.size(); node++) {
      patient.withoutConfig(node);
      patient.endpoints.put(
          patient.redis.get(node).address(), List.of(new ToldEndpoint("primary-1", "10.0.0.1")));
    }
    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(Severity.OK);

    patient.endpoints.put(
        "10.0.0.2:7000",
        List.of(new ToldEndpoint("primary-1", "10.0.0.1"), new ToldEndpoint("primary-2", told)));

    Finding finding = patient.only(Check.REDIS_ADDRESSES);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.subjects()).containsExactly("10.0.0.2:7000");
    assertThat(finding.text()).contains(named);
  }

  @Test
  void aNodeThatIsReachedByNameAloneIsGoodIfClientsAreSentToNames() {
    patient.named("primary-1", "redis-1.local");
    patient.addresses.put("redis-1.local", Set.of("192.0.2.1"));
    patient.names.put("10.0.0.1:7000", Set.of("redis-1.local"));
    patient.byNameAlone.add("10.0.0.1:7000");

    assertThat(patient.only(Check.REDIS_HOST_NAMES).severity()).isEqualTo(Severity.OK);
    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_ADDRESSES).remedy())
        .contains("cluster-preferred-endpoint-type hostname");

    patient.setting(0, "cluster-announce-hostname", "redis-1.local");
    patient.setting(0, "cluster-preferred-endpoint-type", "hostname");
    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(Severity.OK);

    patient.withoutConfig(0);
    patient.endpoints.put("10.0.0.1:7000", List.of(new ToldEndpoint("primary-1", "redis-1.local")));
    assertThat(patient.only(Check.REDIS_ADDRESSES).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aNameThatLeadsToItsNodeIsGood() {
    patient.named("primary-1", "redis-1.local");
    patient.addresses.put("redis-1.local", Set.of("10.0.0.1", "fd00::1"));

    assertThat(patient.only(Check.REDIS_HOST_NAMES).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aNameWithoutAnAddressStopsClientsThatConnectToNames() {
    patient.named("primary-1", "redis-1.local");
    patient.addresses.put("redis-1.local", Set.of());

    Finding finding = patient.only(Check.REDIS_HOST_NAMES);

    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.subjects()).containsExactly("10.0.0.1:7000");
    assertThat(finding.text())
        .startsWith("announces the name redis-1.local, which has no address")
        .contains("ColocatedRedis");
  }

  @Test
  void aNameThatLeadsElsewhereIsNamedWithItsAddresses() {
    patient.named("primary-1", "redis-1.local");
    patient.addresses.put("redis-1.local", Set.of("192.0.2.1"));

    assertThat(patient.only(Check.REDIS_HOST_NAMES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_HOST_NAMES).text()).contains("[192.0.2.1]");
  }

  @Test
  void aNameThatLeadsToAnotherNodeMakesTwoMachinesOne() {
    patient.named("primary-1", "redis-1.local");
    patient.addresses.put("redis-1.local", Set.of("10.0.0.2"));

    assertThat(patient.only(Check.REDIS_HOST_NAMES).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_HOST_NAMES).text())
        .contains("10.0.0.2:7000", "both look like one machine");
  }

  @Test
  void failureDetectionIsNeitherHastyNorSlowAndTheSameEverywhere() {
    patient.setting(0, "cluster-node-timeout", "500");
    assertThat(patient.only(Check.REDIS_NODE_TIMEOUT).severity()).isEqualTo(Severity.WARNING);

    patient.setting(0, "cluster-node-timeout", "60000");
    assertThat(patient.only(Check.REDIS_NODE_TIMEOUT).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.REDIS_MEMBERS).text()).contains("cluster-node-timeout");
  }

  @Test
  void serversThatHoldOtherThingsBesideKeysAreNamedWithTheRemedy() {
    RedisNode.Answering replica = (RedisNode.Answering) patient.redis.get(3);
    MemberTraits own = Patient.traits(replica);
    patient.traits.put(
        replica.address(),
        new MemberTraits(
            replica.address(),
            own.info(),
            own.modules(),
            own.settings(),
            Optional.of(Map.of()),
            own.libraries()));
    assertThat(patient.only(Check.REDIS_MEMBERS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_MEMBERS).subjects()).containsExactly(replica.address());
    assertThat(patient.only(Check.REDIS_MEMBERS).text()).contains("no ACL user 'default'");

    patient.traits.clear();
    RedisNode.Answering primary = (RedisNode.Answering) patient.redis.get(0);
    MemberTraits with = Patient.traits(primary);
    FunctionLibrary library = new FunctionLibrary("mylib", "#!lua name=mylib");
    patient.traits.put(
        primary.address(),
        new MemberTraits(
            primary.address(),
            with.info(),
            with.modules(),
            with.settings(),
            with.users(),
            Optional.of(Map.of("mylib", library))));
    assertThat(patient.only(Check.REDIS_MEMBERS).subjects()).hasSize(2);
    assertThat(patient.only(Check.REDIS_MEMBERS).text()).contains("lacks the function library");
  }

  @Test
  void tlsOnTheClusterBusAloneIsAnErrorWhereHashSlotsMove() {
    patient.redis.stream()
        .filter(RedisNode.Answering.class::isInstance)
        .map(RedisNode.Answering.class::cast)
        .forEach(node -> patient.traits.put(node.address(), encrypted(Patient.traits(node))));
    assertThat(patient.all(Check.REDIS_MEMBERS))
        .noneMatch(finding -> finding.severity() == Severity.ERROR);

    patient.config = MOVING;
    assertThat(patient.all(Check.REDIS_MEMBERS))
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .isNotEmpty()
        .allMatch(finding -> finding.remedy().contains("Set tls-cluster no on every server"));
  }

  private static MemberTraits encrypted(MemberTraits traits) {
    return new MemberTraits(
        traits.address(),
        traits.info(),
        traits.modules(),
        Optional.of(Map.of("tls-cluster", "yes")),
        traits.users(),
        traits.libraries());
  }

  @Test
  void whatServersDoNotTellIsUnknownWhereTheCoordinatorGivesThemHashSlots() {
    patient.redis.stream()
        .filter(RedisNode.Answering.class::isInstance)
        .map(RedisNode::address)
        .forEach(address -> patient.traits.put(address, MemberTraits.untold(address)));
    assertThat(patient.only(Check.REDIS_MEMBERS).severity()).isEqualTo(Severity.OK);

    patient.config = MOVING;
    assertThat(patient.all(Check.REDIS_MEMBERS))
        .isNotEmpty()
        .allMatch(finding -> finding.severity() == Severity.UNKNOWN);
  }

  @Test
  void twoPrimariesAndReplicasThatNeverTakeOverAreAdvisedAgainst() {
    patient.everyNodeKnows(
        node ->
            switch (node.id()) {
              case "primary-3" -> Patient.with(node, List.of());
              case "primary-2" -> Patient.with(node, List.of(new HashSlotSpan(5_461, 16_383)));
              case "replica-1" -> Patient.with(node, Set.of("slave", "nofailover"), true);
              default -> node;
            });

    assertThat(patient.all(Check.REDIS_REPLICAS))
        .hasSize(2)
        .allMatch(finding -> finding.severity() == Severity.NOTE);
  }

  @Test
  void replicasThatAreNotInSyncAndWritesThatAreRefusedAreFound() {
    patient.info(3, "master_link_status", "down");
    assertThat(patient.only(Check.REDIS_REPLICATION).severity()).isEqualTo(Severity.WARNING);

    patient.info(3, "master_link_status", "up").setting(0, "min-replicas-to-write", "2");
    assertThat(patient.only(Check.REDIS_REPLICATION).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_REPLICATION).text()).contains("takes no writes");
  }

  @Test
  void smallBacklogsAndMigratingReplicasAreAdvisedAgainst() {
    patient.setting(0, "repl-backlog-size", "1048576");
    patient.setting(0, "cluster-allow-replica-migration", "yes");

    assertThat(patient.all(Check.REDIS_REPLICATION))
        .hasSize(2)
        .allMatch(finding -> finding.severity() == Severity.NOTE);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, allkeys-lru, ERROR",
    "0, noeviction, NOTE",
    "1000, noeviction, WARNING",
    "1000000, noeviction, OK"
  })
  void stateIsNeverEvicted(String bound, String policy, Severity severity) {
    patient.info(0, "maxmemory", bound).info(0, "maxmemory_policy", policy);

    assertThat(patient.only(Check.REDIS_MEMORY).severity()).isEqualTo(severity);
  }

  @Test
  void evictionThatIsNotBoundYetIsAWarning() {
    patient.info(0, "maxmemory", "0").info(0, "maxmemory_policy", "volatile-ttl");

    assertThat(patient.all(Check.REDIS_MEMORY))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING, Severity.NOTE);
  }

  @Test
  void withoutPersistenceAPrimaryThatRestartsEmptiesItsReplicas() {
    patient.info(0, "aof_enabled", "0");
    assertThat(patient.only(Check.REDIS_PERSISTENCE).severity()).isEqualTo(Severity.WARNING);

    patient.setting(0, "save", "3600 1");
    assertThat(patient.only(Check.REDIS_PERSISTENCE).severity()).isEqualTo(Severity.OK);
  }

  @ParameterizedTest
  @CsvSource({"rdb_last_bgsave_status", "aof_last_write_status", "aof_last_bgrewrite_status"})
  void aDiskThatCannotBeWrittenIsAnError(String field) {
    patient.info(0, field, "err");

    assertThat(patient.only(Check.REDIS_PERSISTENCE).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.REDIS_PERSISTENCE).text()).contains(field + " is err");
  }

  @Test
  void aReplicaWhoseSaveFailedRefusesWritesOnlyOnceItTakesOver() {
    patient.info(3, "rdb_last_bgsave_status", "err").setting(3, "save", "900 1");
    assertThat(patient.only(Check.REDIS_PERSISTENCE).text())
        .contains("could not save", "refuses every write once it takes over");

    patient.setting(3, "stop-writes-on-bgsave-error", "no");
    assertThat(patient.only(Check.REDIS_PERSISTENCE).text()).doesNotContain("refuses");
  }

  @Test
  void aReplicaThatWouldNeedMoreReplicasThanItsPrimaryHasIsAWarning() {
    patient.setting(3, "min-replicas-to-write", "2");

    assertThat(patient.only(Check.REDIS_REPLICATION).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.REDIS_REPLICATION).text())
        .contains("takes no writes once it takes over", "it would have 1 replicas");

    patient.setting(3, "min-replicas-max-lag", "0");
    assertThat(patient.only(Check.REDIS_REPLICATION).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void refusedSettingsAreReportedOnceWherePrimariesMigrate() {
    patient.refuses(1, "CONFIG GET", "NOPERM this user has no permissions");
    assertThat(patient.all(Check.REDIS_MIGRATIONS)).isEmpty();

    patient.config = MOVING.replace("growth", "migrations");
    assertThat(patient.only(Check.REDIS_MIGRATIONS).severity()).isEqualTo(Severity.UNKNOWN);
    assertThat(patient.only(Check.REDIS_MIGRATIONS).text()).contains("four minutes");
  }

  @Test
  void withTlsTheClusterBusShouldHaveItToo() {
    patient.config = patient.config.replace("'10.0.0.2:7000']", "'10.0.0.2:7000'], tls: true");
    assertThat(patient.only(Check.REDIS_CLUSTER_BUS).severity()).isEqualTo(Severity.NOTE);

    for (int node = 0; node < patient.redis.size(); node++) {
      patient.setting(node, "tls-cluster", "yes");
    }
    assertThat(patient.all(Check.REDIS_CLUSTER_BUS)).isEmpty();
  }

  private static KnownServer failing(KnownServer node, String id) {
    return node.id().equals(id)
        ? Patient.with(node, Set.of(node.isPrimary() ? "master" : "slave", "fail"), false)
        : node;
  }
}
