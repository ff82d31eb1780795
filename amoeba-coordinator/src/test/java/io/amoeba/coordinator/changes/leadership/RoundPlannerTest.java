package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.RecordCopy.with;
import static io.amoeba.coordinator.changes.leadership.Shards.NOW;
import static io.amoeba.coordinator.changes.leadership.Shards.save;
import static io.amoeba.coordinator.changes.leadership.Shards.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.RoundRequest.RoutedOperator;
import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
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
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundPlannerTest {

  private UpkeepSettings settings = Shards.SAVES;
  private final List<Shard> shards = new ArrayList<>();
  private List<RoutedOperator> operators = List.of();
  private final Map<String, Integer> rounds = new HashMap<>();
  private int voters = 3;
  private int roundsLastHour;
  private Duration rest = Duration.ofSeconds(61);

  private RoundPlanner.Result plan() {
    return RoundPlanner.plan(
        new RoundRequest(
            NOW, shards, voters, operators, Map.of(), rest, rounds, roundsLastHour, settings));
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

  private static Shard.Member primary(NextWork... next) {
    return Shards.member("a", "n1", List.of(next));
  }

  private void shard(Shard.Member primary, Shard.Member... replicas) {
    shards.add(new Shard(primary, List.of(replicas), Shards.BUSY));
  }

  @Test
  void theLeadGoesToTheReplicaAndReturns() {
    shard(primary(save(400)), Shards.replica("b", "n2"));

    LeadershipRound round = round();

    assertThat(round.primary().id()).isEqualTo("a");
    assertThat(round.work()).isEqualTo(UpkeepKind.SAVE);
    assertThat(round.candidate()).map(ShardServer::id).contains("b");
    assertThat(round.way()).isEqualTo(LeadWay.AWAY);
    assertThat(round.preferred().id()).isEqualTo("a");
    assertThat(round.first()).isEmpty();
    assertThat(round.reason()).contains("stay 15040 ms", "away 90 ms");
  }

  @Test
  void nothingIsPlannedLongBeforeTheTrigger() {
    shard(primary(save(2_000)), Shards.replica("b", "n2"));

    assertThat(code()).isEmpty();
  }

  /** 0.8 of an hour is over 720 s before the trigger; 0.64 of it 1,296 s before. */
  @Test
  void serversThatWereStartedTogetherBeginTheirRoundsAtDifferentTimes() {
    List<Long> begins = new ArrayList<>();
    for (int server = 0; server < 100; server++) {
      NextWork next = save(3_000);
      begins.add(Duration.between(next.start("server" + server, settings), next.due()).toSeconds());
      assertThat(next.start("server" + server, settings))
          .as("the same at each look")
          .isEqualTo(next.start("server" + server, settings));
    }

    assertThat(begins).allMatch(seconds -> seconds >= 720 && seconds <= 1_296);
    assertThat(begins.stream().filter(seconds -> seconds < 864)).hasSizeBetween(10, 40);
    assertThat(begins.stream().filter(seconds -> seconds > 1_152)).hasSizeBetween(10, 40);
  }

  @Test
  void oneRoundTakesAlongWhatBeginsWithinTheHorizonTheMostUrgentFirst() {
    settings = with(settings, "jitterShare", 0.0, "horizon", Duration.ofMinutes(10));
    shards.add(shard("late", save(1_300)));
    shards.add(shard("begun", save(700)));
    shards.add(shard("later", save(1_330)));

    assertThat(plan().rounds()).extracting(r -> r.primary().id()).containsExactly("begun", "late");
  }

  @Test
  void inAnHourNoMoreLeadsChangeThanTheConfigurationAllowsTheMostUrgentFirst() {
    settings = with(settings, "jitterShare", 0.0, "maxRoundsPerHour", OptionalInt.of(3));
    roundsLastHour = 2;
    shards.add(shard("late", save(600)));
    shards.add(shard("urgent", save(500)));

    assertThat(plan().rounds()).extracting(r -> r.primary().id()).containsExactly("urgent");
    assertThat(plan().skipped().get(0).code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text())
        .contains("2 rounds started within the last hour, 2 are due", "maxRoundsPerHour is 3");
  }

  @Test
  void nothingIsPlannedBeforeOneOfThemMayBegin() {
    settings = with(settings, "jitterShare", 0.0);
    shards.add(shard("late", save(730)));

    assertThat(plan().rounds()).isEmpty();
    assertThat(plan().skipped()).isEmpty();
  }

  @Test
  void whatHasHardlyBegunToBecomeDueIsNotTakenAlong() {
    settings = with(settings, "jitterShare", 0.0, "horizon", Duration.ofHours(1));
    rest = Duration.ZERO;
    shards.add(shard("begun", save(700)));
    shards.add(shard("young", save(2_200)));
    shards.add(shard("older", save(2_100)));

    assertThat(plan().rounds()).extracting(r -> r.primary().id()).containsExactly("begun", "older");
  }

  private static Shard shard(String id, NextWork next) {
    return new Shard(
        Shards.member(id, "n-" + id, List.of(next)),
        List.of(Shards.replica(id + "-replica", "n-replica-of-" + id)),
        Shards.BUSY);
  }

  @Test
  void replicasWhoseOwnWorkIsNearDoItFirst() {
    shard(
        primary(save(400)),
        Shards.member("b", "n2", List.of(save(500))),
        Shards.member("c", "n3", List.of(save(450))),
        Shards.member("d", "n4", List.of(save(3_500))));

    LeadershipRound round = round();

    assertThat(round.first()).extracting(ShardServer::id).containsExactly("c", "b");
    assertThat(round.candidate()).map(ShardServer::id).contains("b");
  }

  @Test
  void onlyWantedKindsAreWorkOfRounds() {
    shard(primary(work(UpkeepKind.REWRITE, 3_600, 300)), Shards.replica("b", "n2"));
    assertThat(code()).isEmpty();

    settings = with(settings, "kinds", Set.of(UpkeepKind.REWRITE));
    assertThat(round().work()).isEqualTo(UpkeepKind.REWRITE);
  }

  @Test
  void aShardHasOneRoundForTheWorkThatIsDueFirst() {
    settings = with(settings, "kinds", Set.of(UpkeepKind.SAVE, UpkeepKind.REWRITE));
    shard(primary(save(400), work(UpkeepKind.REWRITE, 3_600, 300)), Shards.replica("b", "n2"));

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
    Shard.Member replica = Shards.replica("b", "n2");
    shard(primary(save(400)), faulty(replica, fault));
    if (fault.equals("node")) {
      shards.add(
          new Shard(
              running(Shards.member("x", "n2", List.of()), UpkeepKind.SAVE),
              List.of(),
              Shards.BUSY));
    }

    RoundPlanner.Result result = plan();

    assertThat(result.rounds()).isEmpty();
    assertThat(result.skipped()).hasSize(1);
    assertThat(result.skipped().get(0).code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(result.skipped().get(0).text()).contains(reason);
  }

  @Test
  void anotherReplicaLeadsIfTheBestOneMayNot() {
    shard(
        primary(save(400)), faulty(Shards.replica("b", "n2"), "failed"), Shards.replica("c", "n3"));

    assertThat(round().candidate()).map(ShardServer::id).contains("c");
  }

  private static Shard.Member faulty(Shard.Member m, String fault) {
    return switch (fault) {
      case "lag" -> lagging(m, OptionalLong.empty());
      case "behind" -> lagging(m, OptionalLong.of((1 << 20) + 1));
      case "untold" -> with(m, "told", false);
      case "failed" -> with(m, "failed", Set.of(UpkeepKind.SAVE));
      case "running" -> running(m, UpkeepKind.REWRITE);
      case "due" -> Shards.member(m.id(), m.node(), List.of(work(UpkeepKind.REWRITE, 3_600, 39)));
      default -> m;
    };
  }

  private static Shard.Member lagging(Shard.Member m, OptionalLong lag) {
    return with(m, "lagBytes", lag);
  }

  private static Shard.Member running(Shard.Member m, UpkeepKind kind) {
    return with(m, "running", Optional.of(kind));
  }

  @Test
  void anotherReplicaInSyncIsKeptWhereTheConfigurationAsksForIt() {
    settings = with(settings, "leastReplicas", 1);
    shard(primary(save(400)), Shards.replica("b", "n2"));
    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");

    shards.clear();
    shard(primary(save(400)), Shards.replica("b", "n2"), Shards.replica("c", "n3"));
    assertThat(plan().rounds()).hasSize(1);
  }

  @Test
  void noNodeDoesTwoWorksAtATime() {
    shard(primary(save(400)), Shards.replica("b", "n2"));
    shards.add(
        new Shard(
            running(Shards.member("x", "n1", List.of()), UpkeepKind.SAVE), List.of(), Shards.BUSY));

    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("a server works on n1");
  }

  @Test
  void aRoundIsPostponedUntilTooLittleTimeIsLeft() {
    shard(primary(save(21)), Shards.replica("b", "n2"));
    assertThat(plan().rounds()).hasSize(1);

    shards.clear();
    shard(primary(save(19)), Shards.replica("b", "n2"));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");

    shards.clear();
    shard(primary(save(19)), faulty(Shards.replica("b", "n2"), "failed"));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");
    assertThat(plan().skipped().get(0).text()).contains("its last save failed");
  }

  /** A replica that works first for 20 s needs them before the primary's trigger. */
  @Test
  void theTimeForWorksOfReplicasMustBeLeft() {
    shard(primary(save(39)), Shards.member("b", "n2", List.of(save(300))));
    assertThat(code()).isEqualTo("UPKEEP_AT_TRIGGER");

    shards.clear();
    shard(primary(save(41)), Shards.member("b", "n2", List.of(save(300))));
    assertThat(plan().rounds()).hasSize(1);
  }

  @Test
  void aPrimaryThatLosesLittleStays() {
    shards.add(
        new Shard(
            primary(save(400)),
            List.of(Shards.replica("b", "n2")),
            with(Shards.BUSY, "workingOpsPerSecond", OptionalDouble.empty())));

    assertThat(code()).isEqualTo("UPKEEP_STAYS");
  }

  @Test
  void aShardWithoutReplicaWorksAtItsTrigger() {
    shard(primary(save(400)));

    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("its shard has no replica");
  }

  @Test
  void twoPrimariesHaveNoMajorityWithoutOneOfThem() {
    voters = 2;
    shard(primary(save(400)), Shards.replica("b", "n2"));

    assertThat(code()).isEqualTo("UPKEEP_WITHOUT_MAJORITY");
  }

  /** "save 60 10000": two works of 20 s, and 61 s between promotions. */
  @Test
  void aTriggerThatComesMoreOftenThanARoundCanBeIsRefusedWithTheArithmetic() {
    shard(
        primary(work(UpkeepKind.SAVE, 60, 10)),
        Shards.member("b", "n2", List.of(work(UpkeepKind.SAVE, 60, 10))));

    assertThat(code()).isEqualTo("UPKEEP_IMPOSSIBLE");
    assertThat(plan().skipped().get(0).text())
        .isEqualTo(
            "'save 60 1' comes every 60 s, and a round takes 101 s: works of 40 s and the rest of"
                + " 61 s between promotions");
  }

  @Test
  void aShareThatLeavesTooLittleTimeIsRefusedWithTheArithmetic() {
    shard(
        primary(work(UpkeepKind.SAVE, 150, 25)),
        Shards.member("b", "n2", List.of(work(UpkeepKind.SAVE, 150, 25))));

    assertThat(code()).isEqualTo("UPKEEP_IMPOSSIBLE");
    assertThat(plan().skipped().get(0).text())
        .contains("startAtShare 0.8 leaves 30 s", "40 s after a round begins");
  }

  @Test
  void aReplicaOnTheSameNodeIsATwinAndLeadsOnlyWhereThatIsAllowed() {
    shard(primary(save(400)), Shards.replica("b", "n1"));
    assertThat(code()).isEqualTo("UPKEEP_POSTPONED");
    assertThat(plan().skipped().get(0).text()).contains("plans.upkeep.ways");

    settings = with(settings, "ways", EnumSet.of(LeadWay.TWIN));
    assertThat(round().way()).isEqualTo(LeadWay.TWIN);
  }

  @Test
  void recordsFollowTheLeadWhereAJobWouldBeSlowedOtherwise() {
    operators =
        List.of(
            new RoutedOperator(
                "job", "Toll", 4, Map.of("n1", List.of(0, 1), "n2", List.of(2), "n3", List.of(3))));
    Shard.Load aligned = with(Shards.BUSY, "localShare", 1.0);
    shards.add(new Shard(primary(save(400)), List.of(Shards.replica("b", "n2")), aligned));

    assertThat(round().way()).isEqualTo(LeadWay.FOLLOW);
    assertThat(round().following())
        .containsExactly(new FollowingOperator("job", "Toll", 4, List.of(0, 1), List.of(2)));

    shards.clear();
    shards.add(new Shard(primary(save(400)), List.of(Shards.replica("b", "n9")), aligned));
    assertThat(code()).as("no subtask is on n9").isEqualTo("UPKEEP_STAYS");
  }

  /** Its records stay at the node of the former primary, unless they follow. */
  @Test
  void theLeadOfAnAlignedJobReturnsThoughNobodyIsPreferred() {
    settings = with(settings, "returnsToFormer", false, "ways", Set.of(LeadWay.AWAY));
    shard(primary(save(400)), Shards.replica("b", "n2"));
    assertThat(round().preferred().id()).isEqualTo("b");

    operators =
        List.of(new RoutedOperator("job", "Toll", 2, Map.of("n1", List.of(0), "n2", List.of(1))));
    assertThat(round().preferred().id()).isEqualTo("a");

    operators = List.of(new RoutedOperator("job", "Toll", 1, Map.of("n9", List.of(0))));
    assertThat(round().preferred().id()).isEqualTo("b");
  }

  @Test
  void theReplicaWhoseNextWorkIsFarthestLeads() {
    shard(
        primary(save(400)),
        Shards.member("b", "n2", List.of(save(2_500))),
        Shards.member("c", "n3", List.of(save(3_500))));

    assertThat(round().candidate()).map(ShardServer::id).contains("c");
  }

  @Test
  void theReplicaThatCompletedItsWorkLastLeads() {
    settings = with(settings, "candidate", UpkeepSettings.Candidate.MOST_RECENTLY_COMPLETED);
    shard(
        primary(save(400)),
        ended(Shards.member("b", "n2", List.of(save(2_500))), 10),
        ended(Shards.member("c", "n3", List.of(save(3_500))), 100));

    assertThat(round().candidate()).map(ShardServer::id).contains("b");
  }

  private static Shard.Member ended(Shard.Member m, long secondsAgo) {
    return with(m, "lastEnd", Optional.of(NOW.minusSeconds(secondsAgo)));
  }

  @Test
  void theReplicaThatHasLedMostRoundsLeads() {
    settings = with(settings, "candidate", UpkeepSettings.Candidate.LONGEST_SERVED);
    rounds.put("c", 3);
    shard(primary(save(400)), Shards.replica("b", "n2"), Shards.replica("c", "n3"));

    assertThat(round().candidate()).map(ShardServer::id).contains("c");
  }

  @Test
  void tiesAreBrokenByLagAndThenById() {
    shard(
        primary(save(400)),
        lagging(Shards.replica("b", "n2"), OptionalLong.of(10)),
        lagging(Shards.replica("d", "n3"), OptionalLong.of(5)),
        lagging(Shards.replica("c", "n4"), OptionalLong.of(5)));

    assertThat(round().candidate()).map(ShardServer::id).contains("c");
  }

  @Test
  void aPreferredPrimaryLeadsAfterTheRound() {
    Shard.Member wanted = Shards.replica("d", "n3");
    settings = with(settings, "preferredPrimaries", Set.of(wanted.server().address().toString()));
    shard(primary(save(400)), Shards.replica("b", "n2"), wanted);

    assertThat(round().candidate()).map(ShardServer::id).contains("d");
    assertThat(round().preferred().id()).isEqualTo("d");
  }

  @Test
  void theLeadStaysWhereItIsIfNobodyIsPreferred() {
    settings = with(settings, "returnsToFormer", false);
    shard(primary(save(400)), Shards.replica("b", "n2"));

    assertThat(round().preferred().id()).isEqualTo("b");
  }
}
