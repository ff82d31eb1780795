package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.RoundRequest.RoutedOperator;
import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random shards, whose rounds keep each rule; and the same for a planner that does not see what a
 * rule is about, which must be noticed.
 */
class RoundPropertiesTest {

  private static final int CASES = 4_000;
  private static final int CASES_OF_A_MUTANT = 40_000;
  private static final Instant NOW = Shards.NOW;

  /** What a planner does not see, so that it cannot keep the rule about it. */
  private enum Blindness {
    LAG(member -> with(member, "lagBytes", OptionalLong.of(0), "told", true)),
    UNTOLD(member -> with(member, "told", true)),
    FAILED(member -> with(member, "failed", Set.of())),
    RUNNING(member -> with(member, "running", Optional.empty())),
    NEXT_OF_REPLICAS(
        member -> member.id().contains("r") ? with(member, "next", List.of()) : member),
    NODES(member -> with(member, "node", "node-of-" + member.id())),
    LEAST_REPLICAS("leastReplicas", 0),
    KINDS("kinds", EnumSet.of(UpkeepKind.SAVE, UpkeepKind.REWRITE)),
    WAYS("ways", EnumSet.allOf(LeadWay.class)),
    LEAST_GAIN("leastGain", Duration.ZERO),
    POSTPONING("postponeUntil", Duration.ofSeconds(1)),
    SHARE("startAtShare", 0.5),
    MAX_ROUNDS("maxRoundsPerHour", OptionalInt.empty()),
    HORIZON("horizon", Duration.ofDays(1)),
    VOTERS,
    REST,
    LOCAL_SHARE;

    private final UnaryOperator<Shard.Member> member;
    private final String setting;
    private final Object value;

    Blindness() {
      this(member -> member);
    }

    Blindness(UnaryOperator<Shard.Member> member) {
      this.member = member;
      this.setting = "";
      this.value = "";
    }

    Blindness(String setting, Object value) {
      this.member = member -> member;
      this.setting = setting;
      this.value = value;
    }

    RoundRequest of(RoundRequest seen) {
      List<Shard> shards = new ArrayList<>();
      for (Shard shard : seen.shards()) {
        shards.add(
            new Shard(
                member.apply(shard.primary()),
                shard.replicas().stream().map(member).toList(),
                this == LOCAL_SHARE ? with(shard.load(), "localShare", 0.0) : shard.load()));
      }
      return with(
          seen,
          "shards",
          shards,
          "voters",
          this == VOTERS ? 3 : seen.voters(),
          "rest",
          this == REST ? Duration.ZERO : seen.rest(),
          "settings",
          setting.isEmpty() ? seen.settings() : with(seen.settings(), setting, value));
    }
  }

  @Test
  void roundsKeepEachRule() {
    long first = Long.getLong("amoeba.upkeep.seed", 1);
    int rounds = 0;
    int skipped = 0;
    Set<LeadWay> ways = EnumSet.noneOf(LeadWay.class);
    for (long seed = first; seed < first + CASES; seed++) {
      RoundRequest request = random(new Random(seed));

      RoundPlanner.Result result = RoundPlanner.plan(request);

      assertThat(violations(request, result.rounds())).as("seed %d", seed).isEmpty();
      assertThat(RoundPlanner.plan(shuffled(request, seed)).rounds())
          .as("seed %d", seed)
          .isEqualTo(result.rounds());
      rounds += result.rounds().size();
      skipped += result.skipped().size();
      result.rounds().forEach(round -> ways.add(round.way()));
    }
    assertThat(rounds).isGreaterThan(CASES / 5);
    assertThat(skipped).isGreaterThan(CASES / 4);
    assertThat(ways).containsExactlyInAnyOrder(LeadWay.AWAY, LeadWay.FOLLOW, LeadWay.TWIN);
  }

  /** Whatever is due has a round, or a reason. */
  @Test
  void nothingThatIsDueIsForgotten() {
    for (long seed = 1; seed <= CASES; seed++) {
      RoundRequest request = random(new Random(seed));

      RoundPlanner.Result result = RoundPlanner.plan(request);

      Set<String> named = new HashSet<>();
      result.rounds().forEach(round -> named.add(round.primary().toString()));
      result.skipped().forEach(problem -> named.add(problem.subject()));
      for (Shard shard : request.shards()) {
        Shard.Member primary = shard.primary();
        boolean due =
            primary.next().stream()
                .filter(next -> request.settings().kinds().contains(next.kind()))
                .anyMatch(next -> !next.start(primary.id(), request.settings()).isAfter(NOW));
        if (due && request.voters() >= 3) {
          assertThat(named).as("seed %d", seed).contains(primary.server().toString());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRuleThatIsNotKeptIsNoticed(Blindness blindness) {
    for (long seed = 1; seed <= CASES_OF_A_MUTANT; seed++) {
      RoundRequest request = random(new Random(seed));
      List<LeadershipRound> rounds = RoundPlanner.plan(blindness.of(request)).rounds();
      if (!violations(request, rounds).isEmpty()) {
        return;
      }
    }
    throw new AssertionError(blindness + " was not noticed in " + CASES_OF_A_MUTANT + " cases");
  }

  private static List<String> violations(RoundRequest request, List<LeadershipRound> rounds) {
    List<String> violations = new ArrayList<>();
    UpkeepSettings settings = request.settings();
    Map<String, Shard> shards = new HashMap<>();
    request.shards().forEach(shard -> shards.put(shard.primary().id(), shard));
    Set<String> working = new HashSet<>();
    request.shards().stream()
        .flatMap(shard -> shard.members().stream())
        .filter(member -> member.running().isPresent())
        .forEach(member -> working.add(member.node()));
    int most = settings.maxRoundsPerHour().orElse(Integer.MAX_VALUE);
    if (!rounds.isEmpty() && rounds.size() + request.roundsLastHour() > most) {
      violations.add("too many within an hour");
    }
    boolean begins = false;
    Set<String> seen = new HashSet<>();
    for (LeadershipRound round : rounds) {
      Shard shard = Objects.requireNonNull(shards.get(round.primary().id()));
      if (!seen.add(round.primary().id())) {
        violations.add("two rounds of one shard");
      }
      NextWork work = shard.primary().next(round.work()).orElse(null);
      if (work == null || !settings.kinds().contains(round.work())) {
        violations.add("unwanted work");
        continue;
      }
      Instant start = work.start(round.primary().id(), settings);
      begins |= !start.isAfter(NOW);
      if (start.isAfter(NOW.plus(settings.horizon()))) {
        violations.add("too early");
      }
      Duration worksFirst = Duration.ZERO;
      for (ShardServer server : round.first()) {
        Shard.Member replica = member(shard, server);
        worksFirst = worksFirst.plus(took(replica, round.work()));
        if (!replica.told()) {
          violations.add("a replica that says nothing works first");
        }
        if (working.contains(replica.node())) {
          violations.add("two works on the node of a replica");
        }
      }
      if (working.contains(shard.primary().node())) {
        violations.add("two works on the node of the primary");
      }
      Duration took = took(shard.primary(), round.work());
      if (NOW.plus(worksFirst).plus(settings.postponeUntil()).isAfter(work.due())) {
        violations.add("too late");
      }
      if (worksFirst.plus(took).plus(request.rest()).compareTo(work.interval()) > 0) {
        violations.add("longer than the interval");
      }
      candidate(request, shard, round, worksFirst.plus(took), working, violations);
    }
    if (!rounds.isEmpty() && !begins) {
      violations.add("nothing begins yet");
    }
    if (!rounds.isEmpty() && request.voters() < 3) {
      violations.add("no majority");
    }
    return violations;
  }

  private static void candidate(
      RoundRequest request,
      Shard shard,
      LeadershipRound round,
      Duration expected,
      Set<String> working,
      List<String> violations) {
    UpkeepSettings settings = request.settings();
    Shard.Member leader = member(shard, round.candidate().orElseThrow());
    if (leader.lagBytes().isEmpty() || leader.lagBytes().getAsLong() > settings.maxLagBytes()) {
      violations.add("candidate lags");
    }
    if (!leader.told() || !leader.failed().isEmpty() || leader.running().isPresent()) {
      violations.add("candidate may not lead");
    }
    if (working.contains(leader.node())) {
      violations.add("candidate is on a node that works");
    }
    for (NextWork next : leader.next()) {
      boolean done = next.kind() == round.work() && round.first().contains(leader.server());
      if (!done && next.due().isBefore(NOW.plus(expected).plus(settings.postponeUntil()))) {
        violations.add("candidate works soon");
      }
    }
    long others =
        shard.replicas().stream()
            .filter(replica -> replica != leader)
            .filter(
                replica ->
                    replica.lagBytes().isPresent()
                        && replica.lagBytes().getAsLong() <= settings.maxLagBytes())
            .count();
    if (others < settings.leastReplicas()) {
      violations.add("too few replicas");
    }
    boolean sameNode = leader.node().equals(shard.primary().node());
    if (!settings.ways().contains(round.way()) || sameNode != (round.way() == LeadWay.TWIN)) {
      violations.add("no such way");
    }
    if (round.way() == LeadWay.FOLLOW
        && round.following().stream().anyMatch(operator -> !leads(operator, leader.node()))) {
      violations.add("routing cannot follow");
    }
    if (round.way() == LeadWay.AWAY
        && !round.preferred().equals(round.primary())
        && request.operators().stream()
            .anyMatch(operator -> operator.subtasks().containsKey(shard.primary().node()))) {
      violations.add("an aligned job has its records elsewhere");
    }
    Shard.Load load = shard.load();
    if (round.way() == LeadWay.AWAY
        && load.localShare() > 0
        && load.opsPerSecond()
            > load.mostOpsPerSecond().orElse(load.opsPerSecond())
                * (1 - 0.61 * load.localShare())) {
      violations.add("an aligned job is slowed");
    }
    if (settings.ways().contains(LeadWay.STAY) && !gains(request, shard, round, leader)) {
      violations.add("too little is gained");
    }
  }

  /** Whether its subtasks where the lead is are those of that node. */
  private static boolean leads(FollowingOperator operator, String node) {
    return operator.away().stream().allMatch(subtask -> node.equals("n" + subtask));
  }

  /** The rule of docs/upkeep.md, written anew. */
  private static boolean gains(
      RoundRequest request, Shard shard, LeadershipRound round, Shard.Member leader) {
    Shard.Load load = shard.load();
    double arriving = load.opsPerSecond();
    if (arriving == 0) {
      return false;
    }
    double work = took(shard.primary(), round.work()).toMillis();
    double kept = load.workingOpsPerSecond().orElse(arriving);
    double staying = Math.max(0, 1 - kept / arriving) * work + load.fork().toMillis();
    double lost =
        switch (round.way()) {
          case AWAY ->
              Math.max(
                  0,
                  1
                      - load.mostOpsPerSecond().orElse(arriving)
                          * (1 - 0.61 * load.localShare())
                          / arriving);
          case FOLLOW ->
              Math.max(0, 1 - request.room().getOrDefault(leader.node(), arriving / 2) / arriving);
          case TWIN -> Math.max(0, 1 - kept / arriving);
          case STAY -> 0;
        };
    double after =
        lost * work + 2 * load.pause().toMillis() + (round.way() == LeadWay.FOLLOW ? 20 : 0);
    double rounded = 1; // both losses are whole milliseconds
    return staying - after > -rounded
        && staying - after >= request.settings().leastGain().toMillis() - rounded;
  }

  private static Shard.Member member(Shard shard, ShardServer server) {
    return shard.members().stream()
        .filter(member -> member.server().equals(server))
        .findFirst()
        .orElseThrow();
  }

  private static Duration took(Shard.Member member, UpkeepKind kind) {
    return member.took().getOrDefault(kind, Duration.ofSeconds(10));
  }

  private static RoundRequest shuffled(RoundRequest request, long seed) {
    List<Shard> shards = new ArrayList<>();
    for (Shard shard : request.shards()) {
      List<Shard.Member> replicas = new ArrayList<>(shard.replicas());
      Collections.shuffle(replicas, new Random(seed));
      shards.add(new Shard(shard.primary(), replicas, shard.load()));
    }
    Collections.shuffle(shards, new Random(seed));
    return with(request, "shards", shards);
  }

  private static RoundRequest random(Random random) {
    List<Shard> shards = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      List<Shard.Member> replicas = new ArrayList<>();
      int most = 1 + random.nextInt(3);
      for (int j = 0; j < most; j++) {
        replicas.add(member(random, "r" + i + j));
      }
      shards.add(new Shard(member(random, "p" + i), replicas, load(random)));
    }
    UpkeepSettings settings =
        with(
            Shards.SAVES,
            "kinds",
            random.nextInt(3) > 0
                ? Set.of(UpkeepKind.SAVE)
                : Set.of(UpkeepKind.SAVE, UpkeepKind.REWRITE),
            "returnsToFormer",
            random.nextBoolean(),
            "leastReplicas",
            random.nextInt(6) == 0 ? 1 : 0,
            "horizon",
            Duration.ofSeconds(random.nextInt(600)),
            "postponeUntil",
            Duration.ofSeconds(1 + random.nextInt(60)),
            "leastGain",
            Duration.ofMillis(random.nextInt(500)),
            "maxRoundsPerHour",
            random.nextInt(8) == 0 ? OptionalInt.of(1 + random.nextInt(3)) : OptionalInt.empty(),
            "candidate",
            pick(random, UpkeepSettings.Candidate.values()));
    Set<LeadWay> ways = EnumSet.noneOf(LeadWay.class);
    for (LeadWay way : LeadWay.values()) {
      if (random.nextInt(4) > 0) {
        ways.add(way);
      }
    }
    Map<String, Double> room = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      if (random.nextBoolean()) {
        room.put("n" + i, random.nextInt(12) * 1_000.0);
      }
    }
    return new RoundRequest(
        NOW,
        shards,
        random.nextInt(8) == 0 ? 2 : 3,
        List.of(
            new RoutedOperator(
                "job",
                "Toll",
                4,
                Map.of("n0", List.of(0), "n1", List.of(1), "n2", List.of(2), "n3", List.of(3)))),
        room,
        Duration.ofSeconds(random.nextInt(120)),
        Map.of(),
        random.nextInt(3),
        with(settings, "ways", ways));
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static Shard.Member member(Random random, String id) {
    List<NextWork> next = new ArrayList<>();
    for (UpkeepKind kind : List.of(UpkeepKind.SAVE, UpkeepKind.REWRITE)) {
      if (random.nextInt(3) > 0) {
        int interval =
            random.nextInt(5) == 0 ? 60 + random.nextInt(100) : 300 + random.nextInt(2_000);
        next.add(Shards.work(kind, interval, random.nextInt(interval / (1 + random.nextInt(4)))));
      }
    }
    return with(
        Shards.member(id, "n" + random.nextInt(5), next),
        "told",
        random.nextInt(20) > 0,
        "lagBytes",
        random.nextInt(20) == 0
            ? OptionalLong.empty()
            : OptionalLong.of(random.nextInt(10) == 0 ? 2 << 20 : random.nextInt(2)),
        "running",
        random.nextInt(30) == 0 ? Optional.of(UpkeepKind.SAVE) : Optional.empty(),
        "failed",
        random.nextInt(20) == 0 ? Set.of(UpkeepKind.REWRITE) : Set.of(),
        "lastEnd",
        random.nextBoolean()
            ? Optional.of(NOW.minusSeconds(random.nextInt(100)))
            : Optional.empty(),
        "took",
        random.nextBoolean()
            ? Map.of()
            : Map.of(UpkeepKind.SAVE, Duration.ofSeconds(1 + random.nextInt(30))));
  }

  private static Shard.Load load(Random random) {
    double arriving = random.nextInt(10) * 1_000.0;
    return new Shard.Load(
        arriving,
        random.nextBoolean()
            ? OptionalDouble.empty()
            : OptionalDouble.of(arriving + random.nextInt(10) * 1_000.0),
        random.nextInt(4) == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(arriving * random.nextDouble()),
        random.nextBoolean() ? 0 : random.nextDouble(),
        Duration.ofMillis(random.nextInt(600)),
        Duration.ofMillis(10 + random.nextInt(100)));
  }
}
