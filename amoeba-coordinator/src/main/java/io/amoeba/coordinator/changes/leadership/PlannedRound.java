package io.amoeba.coordinator.changes.leadership;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A round as the journal has it. Immutable.
 *
 * @param candidates the candidate; empty: the primary leads on
 * @param returns whether the primary leads again in the end
 * @param following operators whose records follow the lead
 * @param longestMillis how long the work of one server, or the absence, may take
 */
record PlannedRound(
    ShardServer primary,
    RoundTask task,
    List<ShardServer> first,
    List<ShardServer> candidates,
    boolean returns,
    List<FollowingOperator> following,
    long longestMillis) {

  PlannedRound {
    first = List.copyOf(first);
    candidates = List.copyOf(candidates);
    following = List.copyOf(following);
  }

  static PlannedRound of(LeadershipRound round) {
    return new PlannedRound(
        round.primary(),
        RoundTask.of(round.work()),
        round.first(),
        round.candidate().stream().toList(),
        round.preferred().equals(round.primary()),
        round.following(),
        round.longest().toMillis());
  }

  static PlannedRound of(LeaveServer leave) {
    return new PlannedRound(
        leave.server(),
        RoundTask.ABSENCE,
        List.of(),
        List.of(leave.candidate()),
        /* returns= */ true,
        List.of(),
        leave.longest().toMillis());
  }

  Optional<ShardServer> candidate() {
    return candidates.stream().findFirst();
  }

  Duration longest() {
    return Duration.ofMillis(longestMillis);
  }

  /** In words. */
  String text() {
    return candidate()
        .map(leader -> "%s %s while %s leads".formatted(primary, task.text(), leader))
        .orElseGet(() -> "%s in the shard of %s".formatted(first, primary));
  }
}
