package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
import io.amoeba.coordinator.changes.leadership.WayOfWork.Choice;
import io.amoeba.coordinator.changes.leadership.WayOfWork.Target;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Plans rounds of saves and rewrites: one of each shard at most, for work that is nearly due at its
 * primary. As soon as one may begin, the plan takes along what begins within the horizon. The same
 * request leads to the same rounds. Confined to one call. Source: dissertation, chapter 3.
 */
final class RoundPlanner {

  /*
   * Work is pre-empted, not prevented: a round begins some time before the trigger, and the trigger
   * counts anew from the end of the work. So whatever fails here, the server works at its trigger,
   * as it would without a coordinator. A round that cannot begin now is postponed, until so little
   * time is left that the primary would work before its lead is away.
   */

  /** Rounds, and why primaries work while they lead, or will. Immutable. */
  record Result(List<LeadershipRound> rounds, List<Problem> skipped) {
    Result {
      rounds = List.copyOf(rounds);
      skipped = List.copyOf(skipped);
    }
  }

  /** A manual failover needs a majority also when one of them is being changed. */
  private static final int LEAST_VOTERS = 3;

  /** Of work that a server has not done since its start. */
  private static final Duration UNKNOWN_WORK = Duration.ofSeconds(10);

  private final RoundRequest request;
  private final UpkeepSettings settings;
  private final Instant now;
  private final Set<String> working;
  private final List<Problem> skipped = new ArrayList<>();
  private int planned;
  private boolean begins;

  private RoundPlanner(RoundRequest request) {
    this.request = request;
    this.settings = request.settings();
    this.now = request.now();
    this.working = request.working();
  }

  /** A primary's work that is, or soon will be, due. */
  private record Due(Shard shard, NextWork work, Instant start) {}

  /** The rounds; none before one of them may begin. */
  static Result plan(RoundRequest request) {
    return new RoundPlanner(request).planned();
  }

  private Result planned() {
    List<Due> due = due();
    if (due.isEmpty()) {
      return new Result(List.of(), List.of());
    }
    if (request.voters() < LEAST_VOTERS) {
      Problem few =
          Problem.warning(
              "UPKEEP_WITHOUT_MAJORITY",
              "plans.upkeep",
              "%d primaries own hash slots, and a change of the lead needs %d"
                  .formatted(request.voters(), LEAST_VOTERS),
              "Add primaries, or remove plans.upkeep.kinds: servers work at their triggers.");
      return new Result(List.of(), List.of(few));
    }
    List<LeadershipRound> rounds = new ArrayList<>();
    for (Due one : due) {
      round(one).ifPresent(rounds::add);
    }
    return new Result(begins ? rounds : List.of(), skipped);
  }

  /** A work of each primary, one that has to begin if there is one; the most urgent first. */
  private List<Due> due() {
    List<Due> due = new ArrayList<>();
    for (Shard shard : request.shards()) {
      shard.primary().next().stream()
          .filter(work -> settings.kinds().contains(work.kind()))
          .map(work -> new Due(shard, work, work.start(shard.primary().id(), settings)))
          .filter(one -> !one.start.isAfter(now) || isTakenAlong(one))
          .min(
              Comparator.comparing((Due one) -> one.start.isAfter(now))
                  .thenComparing(one -> one.work.due())
                  .thenComparing(one -> one.work.kind()))
          .ifPresent(due::add);
    }
    due.sort(
        Comparator.comparing((Due one) -> one.work.due())
            .thenComparing(one -> one.shard.primary().id()));
    return due;
  }

  /** Not if it has hardly begun to become due: work would come about twice as often. */
  private boolean isTakenAlong(Due one) {
    return !one.start.isAfter(now.plus(settings.horizon()))
        && !now.isBefore(one.work.at(settings.startAtShare() / 2));
  }

  private Optional<LeadershipRound> round(Due due) {
    Shard.Member primary = due.shard.primary();
    NextWork work = due.work;
    List<Shard.Member> first = first(due.shard, work.kind());
    Duration worksFirst = Duration.ZERO;
    for (Shard.Member replica : first) {
      worksFirst = worksFirst.plus(took(replica, work.kind()));
    }
    Duration took = took(primary, work.kind());
    if (isTooShort(primary, work, worksFirst, took)) {
      return Optional.empty();
    }
    Instant latest = work.due().minus(settings.postponeUntil()).minus(worksFirst);
    List<String> against = new ArrayList<>(hindrances(due.shard, first));
    Map<LeadWay, Target> targets = Map.of();
    if (against.isEmpty()) {
      Candidates candidates =
          new Candidates(request, working, work.kind(), first, worksFirst.plus(took));
      targets = targets(due.shard, candidates.of(due.shard, against));
      if (targets.isEmpty() && against.isEmpty()) {
        against.add("no replica is where plans.upkeep.ways lets the lead go");
      }
    }
    if (targets.isEmpty()) {
      postpone(due, latest, String.join("; ", against));
      return Optional.empty();
    }
    Optional<Choice> choice =
        WayOfWork.choose(due.shard.load(), took, targets, settings.ways(), settings.leastGain());
    if (choice.isEmpty()) {
      postpone(due, latest, "requests of the job would become remote, and slow it");
    } else if (choice.get().way() == LeadWay.STAY) {
      note(due, "UPKEEP_STAYS", "runs at its trigger: " + choice.get().reason());
    } else if (now.isAfter(latest)) {
      postpone(due, latest, "too little time is left for a round");
    } else if (isEnough()) {
      postpone(
          due,
          latest,
          "%d rounds started within the last hour, %d are due, and plans.upkeep.maxRoundsPerHour is %d"
              .formatted(
                  request.roundsLastHour(),
                  planned + 1,
                  settings.maxRoundsPerHour().orElseThrow()));
    } else {
      planned++;
      begins |= !due.start.isAfter(now);
      return Optional.of(round(due, first, choice.get()));
    }
    return Optional.empty();
  }

  private boolean isEnough() {
    return settings.maxRoundsPerHour().isPresent()
        && request.roundsLastHour() + planned >= settings.maxRoundsPerHour().getAsInt();
  }

  /** Replicas whose own work is near, too: they do it before the lead changes. */
  private List<Shard.Member> first(Shard shard, UpkeepKind kind) {
    return shard.replicas().stream()
        .filter(Shard.Member::told)
        .filter(
            replica ->
                replica
                    .next(kind)
                    .filter(next -> !now.isBefore(next.at(settings.startAtShare() / 2)))
                    .isPresent())
        .sorted(
            Comparator.comparing((Shard.Member replica) -> replica.next(kind).orElseThrow().due())
                .thenComparing(Shard.Member::id))
        .toList();
  }

  private Duration took(Shard.Member member, UpkeepKind kind) {
    return member.took().getOrDefault(kind, UNKNOWN_WORK);
  }

  private boolean isTooShort(
      Shard.Member primary, NextWork work, Duration worksFirst, Duration took) {
    Duration needed = worksFirst.plus(took).plus(request.rest());
    Duration before = worksFirst.plus(settings.postponeUntil());
    Duration left = Duration.between(work.at(settings.startAtShare()), work.due());
    boolean never = needed.compareTo(work.interval()) > 0;
    if (!never && before.compareTo(left) <= 0) {
      return false;
    }
    String text =
        never
            ? "'%s' comes every %d s, and a round takes %d s: works of %d s and the rest of %d s between promotions"
                .formatted(
                    work.trigger(),
                    work.interval().toSeconds(),
                    needed.toSeconds(),
                    worksFirst.plus(took).toSeconds(),
                    request.rest().toSeconds())
            : "'%s' comes every %d s, of which plans.upkeep.startAtShare %s leaves %d s, and the lead changes %d s after a round begins, or later"
                .formatted(
                    work.trigger(),
                    work.interval().toSeconds(),
                    settings.startAtShare(),
                    left.toSeconds(),
                    before.toSeconds());
    skipped.add(
        Problem.warning(
            "UPKEEP_IMPOSSIBLE",
            primary.server().toString(),
            text,
            never
                ? "Let the trigger come less often, or remove %s from plans.upkeep.kinds."
                    .formatted(work.kind().text())
                : "Lower plans.upkeep.startAtShare or plans.upkeep.postponeUntil, or let the trigger come less often."));
    return true;
  }

  /** A shard without replicas; or work on a node where the round would work, too. */
  private List<String> hindrances(Shard shard, List<Shard.Member> first) {
    if (shard.replicas().isEmpty()) {
      return List.of("its shard has no replica");
    }
    Set<String> nodes = new HashSet<>(Set.of(shard.primary().node()));
    first.forEach(replica -> nodes.add(replica.node()));
    return nodes.stream()
        .filter(working::contains)
        .sorted()
        .map(node -> "a server works on " + node)
        .toList();
  }

  /** The best replica for each way. */
  private Map<LeadWay, Target> targets(Shard shard, List<Shard.Member> candidates) {
    Map<LeadWay, Target> targets = new EnumMap<>(LeadWay.class);
    for (Shard.Member replica : candidates) {
      Double room = request.room().get(replica.node());
      Target target =
          new Target(replica, room == null ? OptionalDouble.empty() : OptionalDouble.of(room));
      ways(shard, replica).forEach(way -> targets.putIfAbsent(way, target));
    }
    targets.keySet().retainAll(settings.ways());
    return targets;
  }

  private Set<LeadWay> ways(Shard shard, Shard.Member replica) {
    if (replica.node().equals(shard.primary().node())) {
      return Set.of(LeadWay.TWIN);
    }
    return shard.load().localShare() > 0
            && !request.following(shard.primary().node(), replica.node()).isEmpty()
        ? Set.of(LeadWay.AWAY, LeadWay.FOLLOW)
        : Set.of(LeadWay.AWAY);
  }

  private void postpone(Due due, Instant latest, String why) {
    if (now.isAfter(latest)) {
      note(due, "UPKEEP_AT_TRIGGER", "runs while the server leads: " + why);
    } else {
      note(
          due,
          "UPKEEP_POSTPONED",
          "is postponed until %s at the latest: %s"
              .formatted(latest.truncatedTo(ChronoUnit.SECONDS), why));
    }
  }

  /** Of work that would only be taken along, nothing is said. */
  private void note(Due due, String code, String text) {
    if (due.start.isAfter(now)) {
      return;
    }
    skipped.add(
        Problem.note(
            code,
            due.shard.primary().server().toString(),
            "%s (%s) %s".formatted(due.work.kind().text(), due.work.trigger(), text),
            ""));
  }

  private LeadershipRound round(Due due, List<Shard.Member> first, Choice choice) {
    Shard.Member primary = due.shard.primary();
    Shard.Member candidate = choice.candidate().orElseThrow();
    return new LeadershipRound(
        primary.server(),
        due.work.kind(),
        first.stream().map(Shard.Member::server).toList(),
        Optional.of(candidate.server()),
        choice.way(),
        choice.way() == LeadWay.FOLLOW
            ? request.following(primary.node(), candidate.node())
            : List.of(),
        (staysAligned(primary, choice.way()) ? preferred(primary, candidate) : primary).server(),
        choice.reason(),
        settings.workTimeout(),
        new LeadershipRound.Forecast(
            due.work.period(), due.work.due(), choice.pauses(), choice.loss()));
  }

  /** Whether records of an aligned job are where the lead is, if the lead does not return. */
  private boolean staysAligned(Shard.Member primary, LeadWay way) {
    return way != LeadWay.AWAY || !request.isRoutedTo(primary.node());
  }

  private Shard.Member preferred(Shard.Member primary, Shard.Member candidate) {
    Set<String> wanted = settings.preferredPrimaries();
    if (!wanted.contains(primary.server().toString())
        && wanted.contains(candidate.server().toString())) {
      return candidate;
    }
    return settings.returnsToFormer() ? primary : candidate;
  }
}
