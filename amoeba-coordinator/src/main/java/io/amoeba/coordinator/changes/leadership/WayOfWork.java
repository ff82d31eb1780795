package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a shard's lead is best while its primary works, by what each way costs the requests. Pure
 * functions.
 */
final class WayOfWork {

  /*
   * A way X serves as many requests during the work of D seconds as servers and network allow, and
   * stops them in between. With load requests per second, the loss in seconds of service is
   *
   *   loss(X) = D * max(0, load - served(X)) / load + stops(X)
   *
   *   stay    what the primary was seen to serve while it worked; the fork stops it
   *   away    all, but for those of the primary's node, which become remote: a subtask whose
   *           requests are all remote keeps 0.39 of what it does otherwise [1]; two changes of lead
   *   follow  what the other node's primary leaves; two changes of lead and of placement maps
   *   twin    as to stay, since the work takes the same node; two changes of lead
   *
   * What nobody has seen is no reason for a change: without a loss that was measured, to stay costs
   * the fork alone. And a job that is aligned is not slowed: away is no way if it loses requests.
   *
   * [1] docs/experiments.md: 1,003 of 2,587 records per second.
   */

  /** Of what a subtask does, while all of its requests are remote. */
  static final double REMOTE = 0.39;

  /** Routers and gates pause for some milliseconds while maps change. */
  private static final Duration CHANGE_OF_MAPS = Duration.ofMillis(10);

  private static final double MILLIS = 1_000;

  /**
   * A replica that may lead in one of the ways.
   *
   * @param room requests per second that its node can serve beside its present ones; empty: not
   *     known
   */
  record Target(Shard.Member candidate, OptionalDouble room) {}

  /**
   * A way with its reason.
   *
   * @param candidate empty: the primary leads on
   * @param loss by the work of a primary that leads, and by the way
   * @param pauses of writes, together
   */
  record Choice(
      LeadWay way,
      Optional<Shard.Member> candidate,
      AvoidedLoss loss,
      Duration pauses,
      String reason) {}

  private WayOfWork() {}

  /**
   * The way that costs least. To stay is one if it is allowed, and is the best one unless another
   * gains enough.
   *
   * @param work how long the primary works
   * @param targets the best replica of each other way that there is one for
   * @param allowed by the configuration
   * @return empty: there is no way, and why
   */
  static Optional<Choice> choose(
      Shard.Load load,
      Duration work,
      Map<LeadWay, Target> targets,
      Set<LeadWay> allowed,
      Duration leastGain) {
    Map<LeadWay, Long> losses = losses(load, work, targets, allowed);
    long staying = lossOfStaying(load, work);
    Optional<LeadWay> other =
        losses.entrySet().stream()
            .filter(loss -> loss.getKey() != LeadWay.STAY)
            .min(
                Map.Entry.<LeadWay, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey);
    boolean mayStay = allowed.contains(LeadWay.STAY);
    boolean gains =
        other.isPresent()
            && (!mayStay || isEnough(staying - losses.getOrDefault(other.get(), 0L), leastGain));
    if (!gains && !mayStay) {
      return Optional.empty();
    }
    LeadWay way = gains ? other.orElseThrow() : LeadWay.STAY;
    return Optional.of(
        new Choice(
            way,
            Optional.ofNullable(targets.get(way)).map(Target::candidate),
            new AvoidedLoss(staying, gains ? losses.getOrDefault(way, 0L) : staying),
            pauses(load, way),
            reason(load, work, way, losses, leastGain)));
  }

  /** In milliseconds of service, if the primary works while it leads. */
  static long lossOfStaying(Shard.Load load, Duration work) {
    return lossMillis(load, work, LeadWay.STAY, Optional.empty()).orElseThrow();
  }

  private static boolean isEnough(long gain, Duration leastGain) {
    return gain > 0 && gain >= leastGain.toMillis();
  }

  private static Map<LeadWay, Long> losses(
      Shard.Load load, Duration work, Map<LeadWay, Target> targets, Set<LeadWay> allowed) {
    Map<LeadWay, Long> losses = new EnumMap<>(LeadWay.class);
    for (LeadWay way : allowed) {
      if (way == LeadWay.STAY || targets.containsKey(way)) {
        lossMillis(load, work, way, Optional.ofNullable(targets.get(way)))
            .ifPresent(loss -> losses.put(way, loss));
      }
    }
    return losses;
  }

  /** Empty: the way is none, since it slows an aligned job. */
  private static OptionalLong lossMillis(
      Shard.Load load, Duration work, LeadWay way, Optional<Target> target) {
    double arriving = load.opsPerSecond();
    if (arriving <= 0) {
      return OptionalLong.of(0);
    }
    double served =
        switch (way) {
          case STAY, TWIN -> load.workingOpsPerSecond().orElse(arriving);
          case AWAY ->
              load.mostOpsPerSecond().orElse(arriving) * (1 - (1 - REMOTE) * load.localShare());
          case FOLLOW ->
              target.map(Target::room).orElse(OptionalDouble.empty()).orElse(arriving / 2);
        };
    double missing = Math.max(0, arriving - served) / arriving;
    if (way == LeadWay.AWAY && missing > 0 && load.localShare() > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.round(missing * work.toMillis()) + stops(load, way).toMillis());
  }

  private static Duration stops(Shard.Load load, LeadWay way) {
    return way == LeadWay.STAY ? load.fork() : pauses(load, way);
  }

  private static Duration pauses(Shard.Load load, LeadWay way) {
    Duration changes = load.pause().multipliedBy(2);
    return switch (way) {
      case STAY -> Duration.ZERO;
      case AWAY, TWIN -> changes;
      case FOLLOW -> changes.plus(CHANGE_OF_MAPS.multipliedBy(2));
    };
  }

  private static String reason(
      Shard.Load load, Duration work, LeadWay way, Map<LeadWay, Long> losses, Duration leastGain) {
    String all =
        losses.entrySet().stream()
            .sorted(Comparator.comparing(Map.Entry::getValue))
            .map(loss -> loss.getKey().text() + " " + loss.getValue() + " ms")
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "at %,.0f requests/s, work of %.1f s costs in service time: %s%s",
        load.opsPerSecond(),
        work.toMillis() / MILLIS,
        all,
        way == LeadWay.STAY && losses.size() > 1
            ? "; plans.upkeep.leastGain is " + leastGain.toMillis() + " ms"
            : "");
  }
}
