package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One piece of work of one shard: replicas do it first, one after the other; then the lead goes to
 * the candidate, the primary does it as a replica, and the lead goes to whom it belongs. Without a
 * candidate the primary neither works nor loses the lead. Immutable.
 *
 * @param primary that leads when the round begins
 * @param first replicas that work before the lead changes, in their order; not the primary. Of a
 *     backup, which a shard needs once, the one that makes it
 * @param candidate the replica that leads while the primary works; empty if, and only if, the way
 *     is {@link LeadWay#STAY}
 * @param following operators whose records follow the lead; none unless the way is {@link
 *     LeadWay#FOLLOW}
 * @param preferred who leads after the round: the primary or the candidate; without a candidate the
 *     primary
 * @param reason for people
 * @param longest how long the work of one server may take, more than 0
 * @param forecast what it was planned by
 */
public record LeadershipRound(
    ShardServer primary,
    UpkeepKind work,
    List<ShardServer> first,
    Optional<ShardServer> candidate,
    LeadWay way,
    List<FollowingOperator> following,
    ShardServer preferred,
    String reason,
    Duration longest,
    Forecast forecast) {

  /**
   * What it was planned by. Immutable.
   *
   * @param period tells its work from the next one of its kind: the time of the primary's last
   *     save, or of the backup, in seconds since 1970; or the bytes after its last rewrite
   * @param due when the primary would work by itself; of a backup, when the next one is due
   * @param pauses of writes by changes of the lead, together
   * @param loss without the round and with it
   */
  public record Forecast(long period, Instant due, Duration pauses, AvoidedLoss loss) {}

  public LeadershipRound {
    Objects.requireNonNull(work);
    first = List.copyOf(first);
    following = List.copyOf(following);
    if (candidate.isEmpty() != (way == LeadWay.STAY)) {
      throw new IllegalArgumentException(
          "way is %s, and candidate is %s"
              .formatted(way, candidate.map(ShardServer::toString).orElse("empty")));
    }
    if (following.isEmpty() == (way == LeadWay.FOLLOW)) {
      throw new IllegalArgumentException(
          "way is %s, and %d operators follow".formatted(way, following.size()));
    }
    if (candidate.isEmpty() && first.isEmpty()) {
      throw new IllegalArgumentException("nobody works in a round of " + primary);
    }
    if (first.contains(primary) || candidate.filter(primary::equals).isPresent()) {
      throw new IllegalArgumentException(primary + " is no replica of itself");
    }
    if (!preferred.equals(primary) && !candidate.filter(preferred::equals).isPresent()) {
      throw new IllegalArgumentException("preferred is neither primary nor candidate");
    }
    if (longest.isNegative() || longest.isZero()) {
      throw new IllegalArgumentException("longest is " + longest);
    }
  }

  /**
   * Whether both do the same work, of the same period, in the same way. When the work is due, and
   * what it costs, may be forecast otherwise.
   */
  boolean isSameAs(LeadershipRound other) {
    return isSameWork(other)
        && first.equals(other.first)
        && candidate.equals(other.candidate)
        && way == other.way
        && following.equals(other.following)
        && preferred.equals(other.preferred);
  }

  /** Whether both are about the same work, of the same period. */
  boolean isSameWork(LeadershipRound other) {
    return primary.equals(other.primary)
        && work == other.work
        && forecast.period() == other.forecast.period();
  }

  /** In words: {@code 10.0.0.1:6379 saves as a replica of 10.0.0.2:6379, after …}. */
  String line() {
    String before =
        first.isEmpty()
            ? ""
            : "; first " + String.join(", ", first.stream().map(ShardServer::toString).toList());
    return candidate
            .map(
                leader ->
                    "%s of %s while %s leads (%s), then %s leads"
                        .formatted(work.text(), primary, leader, way.text(), preferred))
            .orElseGet(
                () -> "%s in the shard of %s, which leads on".formatted(work.text(), primary))
        + before
        + ": "
        + reason;
  }
}
