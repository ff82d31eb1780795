package io.amoeba.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.members.MemberDifference.Effect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server may not have in another way than the primaries that it joins. */
class MemberComparisonTest {

  private static final FunctionLibrary LIBRARY = new FunctionLibrary("mylib", "#!lua name=mylib");

  private final Map<String, String> info =
      new HashMap<>(Map.of("redis_version", "7.0.15", "number_of_libraries", "0"));
  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, String> users = new HashMap<>(Map.of("default", "d1", "job", "d2"));
  private final Map<String, Integer> modules = new HashMap<>(Map.of("bf", 20_400));

  @Test
  void serverThatHoldsTheSameHasNoDifference() {
    assertThat(compared(server())).isEmpty();
    assertThat(MemberComparison.beforeReplication(server(), List.of(server()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "notify-keyspace-events, Ex,         '',        BREAKS",
    "notify-keyspace-events, AKE,        g$lshzxetdKE, SURPRISES",
    "notify-keyspace-events, Ex,         AKE,       SURPRISES",
    "notify-keyspace-events, AKE,        Ex,        BREAKS",
    "cluster-databases,      16,         1,         BREAKS",
    "cluster-databases,      1,          16,        ",
    "proto-max-bulk-len,     536870912,  1048576,   BREAKS",
    "proto-max-bulk-len,     1048576,    536870912, ",
    "client-query-buffer-limit, 1073741824, 1048576, SURPRISES",
    "maxclients,             10000,      100,       SURPRISES",
    "timeout,                0,          30,        SURPRISES",
    "timeout,                300,        30,        SURPRISES",
    "timeout,                30,         0,         ",
    "tls-cluster,            yes,        no,        BREAKS",
    "tls-port,               7001,       0,         BREAKS",
    "tls-port,               0,          7001,      ",
    "tls-port,               7001,       7002,      ",
    "port,                   7000,       0,         BREAKS",
    "appendfsync,            always,     everysec,  SURPRISES",
    "lazyfree-lazy-expire,   yes,        no,        SURPRISES",
    "cluster-node-timeout,   5000,       15000,     SURPRISES",
    "cluster-require-full-coverage, no,  yes,       SURPRISES",
    "cluster-allow-reads-when-down, yes, no,        SURPRISES",
    "maxmemory-policy,       noeviction, allkeys-lru, SURPRISES",
    "hash-max-listpack-entries, 128,     4,         "
  })
  void differenceOfASettingHasItsEffect(
      String name, String common, String own, @Nullable Effect effect) {
    settings.put(name, common);
    MemberTraits primary = server();
    settings.put(name, own);

    List<MemberDifference> found = MemberComparison.beforeReplication(server(), List.of(primary));

    assertThat(found)
        .extracting(MemberDifference::effect)
        .isEqualTo(effect == null ? List.of() : List.of(effect));
    assertThat(found).allMatch(difference -> difference.of("server:7000").message().contains(name));
  }

  @Test
  void policyThatEvictsBreaksJobsWhereMemoryIsBoundedEvenIfOnlyInfoIsTold() {
    info.putAll(Map.of("maxmemory", "1000", "maxmemory_policy", "noeviction"));
    MemberTraits primary = withoutSettings(server());
    info.put("maxmemory_policy", "allkeys-lru");

    assertThat(compared(withoutSettings(server()), primary))
        .anyMatch(found -> found.effect() == Effect.BREAKS)
        .anyMatch(
            found ->
                found.effect() == Effect.UNKNOWN
                    && found.of("server:7000").message().contains("+config|get"));
  }

  @Test
  void muchSmallerMemorySurprises() {
    settings.put("maxmemory", "1000");
    MemberTraits primary = server();
    settings.put("maxmemory", "600");
    assertThat(compared(server(), primary)).isEmpty();

    settings.put("maxmemory", "400");
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.SURPRISES);
  }

  @Test
  void serverThatKeepsNothingOverARestartBreaksJobsWherePrimariesKeepTheirKeys() {
    settings.putAll(Map.of("appendonly", "yes", "save", ""));
    MemberTraits primary = server();
    settings.put("appendonly", "no");
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.BREAKS);

    settings.put("save", "3600 1");
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.SURPRISES);
  }

  @Test
  void whatPrimariesDoNotAgreeAboutIsExpectedOfNobody() {
    settings.put("notify-keyspace-events", "Ex");
    users.put("admin", "d3");
    MemberTraits one = server();
    settings.put("notify-keyspace-events", "Kg");
    users.remove("admin");
    MemberTraits other = server();
    settings.put("notify-keyspace-events", "");

    assertThat(compared(server(), one, other)).isEmpty();
  }

  @Test
  void missingUserOrOneWithOtherRulesBreaksJobs() {
    MemberTraits primary = server();
    users.put("default", "other");
    users.remove("job");
    users.put("guest", "d4");

    assertThat(compared(server(), primary))
        .extracting(MemberDifference::effect)
        .containsExactly(Effect.BREAKS, Effect.BREAKS, Effect.SURPRISES);
    assertThat(compared(server(), primary).toString())
        .contains("no ACL user 'job'", "'default' has other rules", "'guest', and no primary has");
  }

  @Test
  void usersOfAnotherLineOfServersAreComparedByTheirNames() {
    MemberTraits primary = server();
    info.put("redis_version", "7.2.4");
    users.put("default", "written in another way");

    assertThat(compared(server(), primary)).isEmpty();
  }

  @Test
  void olderServerOrModuleBreaksJobsAndANewerOneDoesNot() {
    MemberTraits primary = server();
    info.put("redis_version", "6.2.11");
    assertThat(only(server(), primary).of("server:7000").message())
        .contains("6.2.11", "cannot read their keys");

    info.put("redis_version", "7.0.2");
    modules.put("bf", 20_300);
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.BREAKS);
    modules.clear();
    assertThat(only(server(), primary).of("server:7000").message())
        .contains("module bf is not loaded");
    modules.putAll(Map.of("bf", 20_500, "json", 1));
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.SURPRISES);
  }

  @Test
  void missingLibraryIsCopiedAndAnotherOneOfTheNameBreaksJobs() {
    MemberTraits primary = with(server(), LIBRARY);

    assertThat(compared(server(), primary)).isEmpty();
    assertThat(Libraries.missing(server(), List.of(primary))).containsExactly(LIBRARY);
    assertThat(Libraries.missing(primary, List.of(primary))).isEmpty();

    MemberTraits other = with(server(), new FunctionLibrary("mylib", "#!lua name=mylib\n--"));
    assertThat(only(other, primary).of("server:7000").message()).contains("'mylib' is another one");
    assertThat(MemberComparison.beforeReplication(other, List.of(primary)))
        .as("a copy of the primary brings its libraries")
        .isEmpty();
    assertThat(compared(server(), primary, other).toString())
        .contains("primaries hold different function libraries 'mylib'");
  }

  @Test
  void librariesThatAreNotToldAreUnknownOnlyIfTheirNumberIs() {
    info.put("number_of_libraries", "2");
    MemberTraits primary = withoutLibraries(server());
    assertThat(only(server(), primary).effect()).isEqualTo(Effect.BREAKS);
    assertThat(only(server(), primary).of("server:7000").message())
        .contains("+function|list +function|load");

    info.remove("number_of_libraries");
    assertThat(only(server(), withoutLibraries(server())).effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void serverThatTellsNothingIsUnknownInEverything() {
    assertThat(compared(MemberTraits.untold("new:7000"), server()))
        .isNotEmpty()
        .allMatch(found -> found.effect() == Effect.UNKNOWN);
  }

  private MemberTraits server() {
    return new MemberTraits(
        "server:7000",
        info,
        Optional.of(modules),
        Optional.of(settings),
        Optional.of(users),
        Optional.of(Map.of()));
  }

  private static MemberTraits with(MemberTraits server, FunctionLibrary library) {
    return new MemberTraits(
        server.address(),
        server.info(),
        server.modules(),
        server.settings(),
        server.users(),
        Optional.of(Map.of(library.name(), library)));
  }

  private static MemberTraits withoutLibraries(MemberTraits server) {
    return new MemberTraits(
        server.address(),
        server.info(),
        server.modules(),
        server.settings(),
        server.users(),
        Optional.empty());
  }

  private static MemberTraits withoutSettings(MemberTraits server) {
    return new MemberTraits(
        server.address(),
        server.info(),
        server.modules(),
        Optional.empty(),
        server.users(),
        server.libraries());
  }

  private List<MemberDifference> compared(MemberTraits member, MemberTraits... primaries) {
    return MemberComparison.beforeHashSlots(
        member, primaries.length == 0 ? List.of(server()) : List.of(primaries));
  }

  private MemberDifference only(MemberTraits member, MemberTraits primary) {
    List<MemberDifference> found = compared(member, primary);
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
