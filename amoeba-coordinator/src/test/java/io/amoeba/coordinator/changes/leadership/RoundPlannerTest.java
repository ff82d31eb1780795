package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.Groups.NOW;
import static io.amoeba.coordinator.changes.leadership.Groups.save;
import static io.amoeba.coordinator.changes.leadership.Groups.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundPlannerTest {

  private SettingsOfTest settings = new SettingsOfTest();
  private final List<Group> groups = new ArrayList<>();
  private final Map<String, Integer> rounds = new HashMap<>();
  private int voters = 3;
  private Duration rest = Duration.ofSeconds(61);

  private RoundPlanner.Result plan() {
    return RoundPlanner.plan(
        new RoundRequest(
            NOW, groups, voters, Set.of(), Map.of(), rest, rounds, settings.settings()));
  }

  private LeadershipRound round() {
    assertThat(plan().rounds()).hasSize(1);
    return plan().rounds().get(0);
  }

  private String code() {
    RoundPlanner.Result result = plan();
    assertThat(result.rounds()).isEmpty();
    return String.join(",", result.skipped().stream().map(Problem::code).toList());
  }

  private static GroupMember primary(NextWork... next) {
    return Groups.member("a", "n1", List.of(next));
  }

  private void group(GroupMember primary, GroupMember... replicas) {
    groups.add(new Group(primary, List.of(replicas), Groups.BUSY));
  }

  @Test
  void theLeadGoesToTheReplicaAndReturns() {
    group(primary(save(400)), Groups.replica("b", "n2"));

    LeadershipRound round = round();

    assertThat(round.primary().id()).isEqualTo("a");
    assertThat(round.work()).isEqualTo(UpkeepKind.SAVE);
    assertThat(round.candidate()).map(GroupServer::id).contains("b");
    assertThat(round.way()).isEqualTo(LeadWay.AWAY);
    assertThat(round.preferred().id()).isEqualTo("a");
    assertThat(round.first()).isEmpty();
    assertThat(round.reason()).contains("stay 15040 ms", "away 90 ms");
  }

  @Test
  void nothingIsPlannedLongBeforeTheTrigger() {
    group(primary(save(2_000)), Groups.replica("b", "n2"));

    assertThat(code()).isEmpty();
  }

  /** 0.8 of an hour is over 720 s before the trigger; 0.64 of it 1,296 s before. */
  @Test
  void serversThatWereStartedTogetherBeginTheirRoundsAtDifferentTimes() {
    List<Long> begins = new ArrayList<>();
    for (int server = 0; server < 100; server++) {
      NextWork next = save(3_000);
      begins.add(
          Duration.between(next.start("server" + server, settings.settings()), next.due())
              .toSeconds());
      assertThat(next.start("server" + server, settings.settings()))
          .as("the same at each look")
          .isEqualTo(next.start("server" + server, settings.settings()));
    }

    assertThat(begins).allMatch(seconds -> seconds >= 720 && seconds <= 1_296);
    assertThat(begins.stream().filter(seconds -> seconds < 864)).hasSizeBetween(10, 40);
    assertThat(begins.stream().filter(seconds -> seconds > 1_152)).hasSizeBetween(10, 40);
  }

  @Test
  void oneRoundTakesAlongWhatBeginsWithinTheHorizonTheMostUrgentFirst() {
    settings = settings.with("jitterShare", 0.0).with("horizon", Duration.ofMinutes(10));
    groups.add(group("late", save(1_300)));
    groups.add(group("begun", save(700)));
    groups.add(group("later", save(1_330)));

    assertThat(plan().rounds()).extracting(r -> r.primary().id()).containsExactly("begun", "late");
  }

  @Test
  void nothingIsPlannedBeforeOneOfThemMayBegin() {
    settings = settings.with("jitterShare", 0.0);
    groups.add(group("late", save(730)));

    assertThat(plan().rounds()).isEmpty();
    assertThat(plan().skipped()).isEmpty();
  }

  @Test
  void whatHasHardlyBegunToBecomeDueIsNotTakenAlong() {
    settings = settings.with("jitterShare", 0.0).with("horizon", Duration.ofHours(1));
    rest = Duration.ZERO;
    groups.add(group("begun", save(700)));
    groups.add(group("young", save(2_200)));
    groups.add(group("older", save(2_100)));

    assertThat(plan().rounds()).extracting(r -> r.primary().id()).containsExactly("begun", "older");
  }

  private static Group group(String id, NextWork next) {
    return new Group(
        Groups.member(id, "n-" + id, List.of(next)),
        List.of(Groups.replica(id + "-replica", "n-replica-of-" + id)),
        Groups.BUSY);
  }

  @Test
  void replicasWhoseOwnWorkIsNearDoItFirst() {
    group(
        primary(save(400)),
        Groups.member("b", "n2", List.of(save(500))),
        Groups.member("c", "n3", List.of(save(450))),
        Groups.member("d", "n4", List.of(save(3_500))));

    LeadershipRound round = round();

    assertThat(round.first()).extracting(GroupServer::id).containsExactly("c", "b");
    assertThat(round.candidate()).map(GroupServer::id).contains("b");
  }

  @Test
  void onlyWantedKindsAreWorkOfRounds() {
    group(primary(work(UpkeepKind.REWRITE, 3_600, 300)), Groups.replica("b", "n2"));
    assertThat(code()).isEmpty();

    settings = settings.with("kinds", Set.of(UpkeepKind.REWRITE));
    assertThat(round().work()).isEqualTo(UpkeepKind.REWRITE);
  }

  @Test
  void aGroupHasOneRoundForTheWorkThatIsDueFirst() {
    settings = settings.with("kinds", Set.of(UpkeepKind.SAVE, UpkeepKind.REWRITE));
    group(primary(save(400), work(UpkeepKind.REWRITE, 3_600, 300)), Groups.replica("b", "n2"));

    assertThat(round().work()).isEqualTo(UpkeepKind.REWRITE);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "lag     | its lag is unknown",
        "behind  | it lags 1048577 bytes",
        "untold  | it has not told of its work",
        "failed  | its last save failed",
        "running | it does a rewrite",
        "node    | another server on its node n2 works",
        "due     | its own rewrite is due before the round ends",
      })
  void aReplicaDoesNotLead(String fault, String reason) {
    GroupMember replica = Groups.replica("b", "n2");
    group(primary(save(400)), faulty(replica, fault));
    if (fault.equals("node")) {
      groups.add(
          new Group(
              running(Groups.member("x", "n2", List.of()), UpkeepKind.SAVE),
              List.of(),
              Groups.BUSY));
    }

    RoundPlanner.Result result = plan();

    assertThat(result.rounds()).isEmpty();
    assertThat(result.skipped()).hasSize(1);
    assertThat(result.skipped().get(0).code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(result.skipped().get(0).text()).contains(reason);
  }

  @Test
  void anotherReplicaLeadsIfTheBestOneMayNot() {
    group(
        primary(save(400)), faulty(Groups.replica("b", "n2"), "failed"), Groups.replica("c", "n3"));

    assertThat(round().candidate()).map(GroupServer::id).contains("c");
  }

  private static GroupMember faulty(GroupMember m, String fault) {
    return switch (fault) {
      case "lag" -> lagging(m, OptionalLong.empty());
      case "behind" -> lagging(m, OptionalLong.of((1 << 20) + 1));
      case "untold" ->
          new GroupMember(
              m.server(),
              m.node(),
              false,
              m.lagBytes(),
              m.running(),
              m.failed(),
              m.next(),
              m.lastEnd(),
              m.took());
      case "failed" ->
          new GroupMember(
              m.server(),
              m.node(),
              true,
              m.lagBytes(),
              m.running(),
              Set.of(UpkeepKind.SAVE),
              m.next(),
              m.lastEnd(),
              m.took());
      case "running" -> running(m, UpkeepKind.REWRITE);
      case "due" -> Groups.member(m.id(), m.node(), List.of(work(UpkeepKind.REWRITE, 3_600, 39)));
      default -> m;
    };
  }

  private static GroupMember lagging(GroupMember m, OptionalLong lag) {
    return new GroupMember(
        m.server(), m.node(), true, lag, m.running(), m.failed(), m.next(), m.lastEnd(), m.took());
  }

  private static GroupMember running(GroupMember m, UpkeepKind kind) {
    return new GroupMember(
        m.server(),
        m.node(),
        true,
        m.lagBytes(),
        Optional.of(kind),
        m.failed(),
        m.next(),
        m.lastEnd(),
        m.took());
  }

  @Test
  void anotherReplicaInSyncIsKeptWhereTheConfigurationAsksForIt() {
    settings = settings.with("leastReplicas", 1);
    group(primary(save(400)), Groups.replica("b", "n2"));
    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");

    groups.clear();
    group(primary(save(400)), Groups.replica("b", "n2"), Groups.replica("c", "n3"));
    assertThat(plan().rounds()).hasSize(1);
  }

  @Test
  void noNodeDoesTwoWorksAtATime() {
    group(primary(save(400)), Groups.replica("b", "n2"));
    groups.add(
        new Group(
            running(Groups.member("x", "n1", List.of()), UpkeepKind.SAVE), List.of(), Groups.BUSY));

    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("a server works on n1");
  }

  @Test
  void aRoundIsPostponedUntilTooLittleTimeIsLeft() {
    group(primary(save(21)), Groups.replica("b", "n2"));
    assertThat(plan().rounds()).hasSize(1);

    groups.clear();
    group(primary(save(19)), Groups.replica("b", "n2"));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");

    groups.clear();
    group(primary(save(19)), faulty(Groups.replica("b", "n2"), "failed"));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");
    assertThat(plan().skipped().get(0).text()).contains("its last save failed");
  }

  /** A replica that works first for 20 s needs them before the primary's trigger. */
  @Test
  void theTimeForWorksOfReplicasMustBeLeft() {
    group(primary(save(39)), Groups.member("b", "n2", List.of(save(300))));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");

    groups.clear();
    group(primary(save(41)), Groups.member("b", "n2", List.of(save(300))));
    assertThat(plan().rounds()).hasSize(1);
  }

  @Test
  void aPrimaryThatLosesLittleStays() {
    groups.add(
        new Group(
            primary(save(400)),
            List.of(Groups.replica("b", "n2")),
            new GroupLoad(
                10_000,
                Groups.BUSY.mostOpsPerSecond(),
                OptionalDouble.empty(),
                0,
                Duration.ofMillis(40),
                Duration.ofMillis(45))));

    assertThat(code()).isEqualTo("UPKEEP_STAYS");
  }

  @Test
  void aGroupWithoutReplicaWorksAtItsTrigger() {
    group(primary(save(400)));

    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("its group has no replica");
  }

  @Test
  void twoPrimariesHaveNoMajorityWithoutOneOfThem() {
    voters = 2;
    group(primary(save(400)), Groups.replica("b", "n2"));

    assertThat(code()).isEqualTo("UPKEEP_WITHOUT_MAJORITY");
  }

  /** "save 60 10000": two works of 20 s, and 61 s between promotions. */
  @Test
  void aTriggerThatComesMoreOftenThanARoundCanBeIsRefusedWithTheArithmetic() {
    group(
        primary(work(UpkeepKind.SAVE, 60, 10)),
        Groups.member("b", "n2", List.of(work(UpkeepKind.SAVE, 60, 10))));

    assertThat(code()).isEqualTo("UPKEEP_IMPOSSIBLE");
    assertThat(plan().skipped().get(0).text())
        .isEqualTo(
            "'save 60 1' comes every 60 s, and a round takes 101 s: works of 40 s and the rest of"
                + " 61 s between promotions");
  }

  @Test
  void aShareThatLeavesTooLittleTimeIsRefusedWithTheArithmetic() {
    group(
        primary(work(UpkeepKind.SAVE, 150, 25)),
        Groups.member("b", "n2", List.of(work(UpkeepKind.SAVE, 150, 25))));

    assertThat(code()).isEqualTo("UPKEEP_IMPOSSIBLE");
    assertThat(plan().skipped().get(0).text())
        .contains("startAtShare 0.8 leaves 30 s", "40 s after a round begins");
  }

  @Test
  void aReplicaOnTheSameNodeIsATwinAndLeadsOnlyWhereThatIsAllowed() {
    group(primary(save(400)), Groups.replica("b", "n1"));
    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("plans.upkeep.ways");

    settings = settings.with("ways", EnumSet.of(LeadWay.TWIN));
    assertThat(round().way()).isEqualTo(LeadWay.TWIN);
  }

  @Test
  void theReplicaWhoseNextWorkIsFarthestLeads() {
    group(
        primary(save(400)),
        Groups.member("b", "n2", List.of(save(2_500))),
        Groups.member("c", "n3", List.of(save(3_500))));

    assertThat(round().candidate()).map(GroupServer::id).contains("c");
  }

  @Test
  void theReplicaThatCompletedItsWorkLastLeads() {
    settings = settings.with("candidate", UpkeepSettings.Candidate.MOST_RECENTLY_COMPLETED);
    group(
        primary(save(400)),
        ended(Groups.member("b", "n2", List.of(save(2_500))), 10),
        ended(Groups.member("c", "n3", List.of(save(3_500))), 100));

    assertThat(round().candidate()).map(GroupServer::id).contains("b");
  }

  private static GroupMember ended(GroupMember m, long secondsAgo) {
    return new GroupMember(
        m.server(),
        m.node(),
        true,
        m.lagBytes(),
        m.running(),
        m.failed(),
        m.next(),
        Optional.of(NOW.minusSeconds(secondsAgo)),
        m.took());
  }

  @Test
  void theReplicaThatHasLedMostRoundsLeads() {
    settings = settings.with("candidate", UpkeepSettings.Candidate.LONGEST_SERVED);
    rounds.put("c", 3);
    group(primary(save(400)), Groups.replica("b", "n2"), Groups.replica("c", "n3"));

    assertThat(round().candidate()).map(GroupServer::id).contains("c");
  }

  @Test
  void tiesAreBrokenByLagAndThenById() {
    group(
        primary(save(400)),
        lagging(Groups.replica("b", "n2"), OptionalLong.of(10)),
        lagging(Groups.replica("d", "n3"), OptionalLong.of(5)),
        lagging(Groups.replica("c", "n4"), OptionalLong.of(5)));

    assertThat(round().candidate()).map(GroupServer::id).contains("c");
  }

  @Test
  void aPreferredPrimaryLeadsAfterTheRound() {
    GroupMember wanted = Groups.replica("d", "n3");
    settings = settings.with("preferredPrimaries", Set.of(wanted.server().address().toString()));
    group(primary(save(400)), Groups.replica("b", "n2"), wanted);

    assertThat(round().candidate()).map(GroupServer::id).contains("d");
    assertThat(round().preferred().id()).isEqualTo("d");
  }

  @Test
  void theLeadStaysWhereItIsIfNobodyIsPreferred() {
    settings = settings.with("returnsToFormer", false);
    group(primary(save(400)), Groups.replica("b", "n2"));

    assertThat(round().preferred().id()).isEqualTo("b");
  }
}
