package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.WayOfWork.Choice;
import io.amoeba.coordinator.changes.leadership.WayOfWork.Target;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WayOfWorkTest {

  private static final Set<LeadWay> ALL = EnumSet.allOf(LeadWay.class);
  private static final Set<LeadWay> USUAL = EnumSet.of(LeadWay.AWAY, LeadWay.FOLLOW, LeadWay.STAY);
  private static final Duration WORK = Duration.ofSeconds(20);
  private static final Duration LEAST_GAIN = Duration.ofMillis(250);

  /**
   * The figures of docs/upkeep.md: a primary with half a processor serves a quarter while it works;
   * a fork of 1 GiB takes 40 ms, of 8 GiB 340; a change of the lead pauses writes for 45 ms.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a limited primary is relieved,              38000, 40000,  9500, 0.0, 40,  AWAY, 15040, 90",
    "one that loses nothing works where it is,   38000, 40000,      , 0.0, 40,  STAY,    40, 40",
    "a fork of 1 GiB is no reason,               38000, 40000, 39000, 0.0, 40,  STAY,    40, 40",
    "a fork of 8 GiB is one,                     38000, 40000, 39000, 0.0, 340, AWAY,   340, 90",
    "a fork that is just too short,              38000, 40000, 39000, 0.0, 339, STAY,   339, 339",
    "nobody is served,                               0, 40000,  9500, 0.0, 340, STAY,     0, 0",
    "an aligned job is not slowed: it stays,     16000, 40000, 15900, 1.0, 40,  STAY,   165, 165",
    "an aligned job with little to do goes away, 15000, 40000,  9500, 1.0, 40,  AWAY,  7373, 90",
  })
  void theLeadGoesAwayOnlyIfThatGainsEnough(
      String what,
      double load,
      double most,
      String working,
      double local,
      long fork,
      LeadWay way,
      long before,
      long after) {
    Shard.Load shard = load(load, most, working, local, fork);

    Choice choice = choose(shard, USUAL, Set.of(LeadWay.AWAY), "").orElseThrow();

    assertThat(choice.way()).as(what).isEqualTo(way);
    assertThat(choice.loss().lossMillisBefore()).as(what).isEqualTo(before);
    assertThat(choice.loss().lossMillisAfter()).as(what).isEqualTo(after);
    assertThat(choice.candidate().isPresent()).isEqualTo(way != LeadWay.STAY);
  }

  /** Of 40,000 requests/s that its node can serve, the other one has as many to spare. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "the other node is idle,                     30000, 40000, FOLLOW, 110",
    "the other node has most of what is needed,  30000, 24000, FOLLOW, 4110",
    "the other node has as little as this one,   30000,  9500, STAY,   13707",
    "nobody knows: two shares on one node,       30000,      , FOLLOW, 10110",
  })
  void routingFollowsToANodeWithRoom(
      String what, double load, String room, LeadWay way, long after) {
    Shard.Load shard = load(load, 40_000, "9500", 1, 40);

    Choice choice = choose(shard, USUAL, Set.of(LeadWay.AWAY, LeadWay.FOLLOW), room).orElseThrow();

    assertThat(choice.way()).as(what).isEqualTo(way);
    assertThat(choice.loss().lossMillisAfter()).as(what).isEqualTo(after);
  }

  @Test
  void aTwinSavesTheForkAlone() {
    Shard.Load shard = load(30_000, 40_000, "9500", 1, 400);

    Choice choice = choose(shard, ALL, Set.of(LeadWay.TWIN), "").orElseThrow();

    assertThat(choice.way()).isEqualTo(LeadWay.TWIN);
    assertThat(choice.loss().avoidedMillis()).isEqualTo(400 - 90);
  }

  @Test
  void whereToStayIsNoWayTheBestOtherOneIsTaken() {
    Shard.Load idle = load(0, 40_000, "", 0, 40);

    assertThat(choose(idle, Set.of(LeadWay.AWAY), Set.of(LeadWay.AWAY), ""))
        .map(Choice::way)
        .contains(LeadWay.AWAY);
    assertThat(choose(idle, Set.of(LeadWay.AWAY), Set.of(), "")).isEmpty();
  }

  @Test
  void anAlignedJobIsNotSlowedEvenWhereToStayIsNoWay() {
    Shard.Load busy = load(39_000, 40_000, "9500", 1, 40);

    assertThat(choose(busy, Set.of(LeadWay.AWAY), Set.of(LeadWay.AWAY), "")).isEmpty();
  }

  @Test
  void theReasonHasEachWayWithItsLoss() {
    Shard.Load shard = load(38_000, 40_000, "9500", 0, 40);

    assertThat(choose(shard, USUAL, Set.of(LeadWay.AWAY), "").orElseThrow().reason())
        .isEqualTo(
            "at 38,000 requests/s, work of 20.0 s costs in service time: away 90 ms, stay 15040 ms");
    assertThat(
            choose(load(0, 40_000, "", 0, 40), USUAL, Set.of(LeadWay.AWAY), "")
                .orElseThrow()
                .reason())
        .endsWith("; plans.upkeep.leastGain is 250 ms");
  }

  private static Optional<Choice> choose(
      Shard.Load load, Set<LeadWay> allowed, Set<LeadWay> possible, String room) {
    Map<LeadWay, Target> targets = new EnumMap<>(LeadWay.class);
    possible.forEach(way -> targets.put(way, new Target(Shards.replica("r", "n2"), number(room))));
    return WayOfWork.choose(load, WORK, targets, allowed, LEAST_GAIN);
  }

  private static Shard.Load load(
      double load, double most, String working, double local, long fork) {
    return new Shard.Load(
        load,
        OptionalDouble.of(most),
        number(working),
        local,
        Duration.ofMillis(fork),
        Duration.ofMillis(45));
  }

  private static OptionalDouble number(String text) {
    return text == null || text.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(text));
  }
}
