package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.diagnosis.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A round as the journal has it. Immutable.
 *
 * @param candidates the candidate; empty: the primary leads on
 * @param returns whether the primary leads again in the end
 * @param followed whether routing follows the lead
 * @param longestMillis how long the work of one server, or the absence, may take
 */
record PlannedRound(
    ShardServer primary,
    RoundTask task,
    List<ShardServer> first,
    List<ShardServer> candidates,
    boolean returns,
    boolean followed,
    long longestMillis) {

  PlannedRound {
    first = List.copyOf(first);
    candidates = List.copyOf(candidates);
  }

  static PlannedRound of(LeadershipRound round) {
    return new PlannedRound(
        round.primary(),
        RoundTask.of(round.work()),
        round.first(),
        round.candidate().stream().toList(),
        round.preferred().equals(round.primary()),
        round.way() == LeadWay.FOLLOW,
        round.longest().toMillis());
  }

  static PlannedRound of(LeaveServer leave) {
    return new PlannedRound(
        leave.server(),
        RoundTask.ABSENCE,
        List.of(),
        List.of(leave.candidate()),
        /* returns= */ true,
        /* followed= */ false,
        leave.longest().toMillis());
  }

  Optional<ShardServer> candidate() {
    return candidates.stream().findFirst();
  }

  Duration longest() {
    return Duration.ofMillis(longestMillis);
  }

  /** Why this coordinator carries out no such round. */
  Optional<Problem> unsupported() {
    if (task == RoundTask.BACKUP) {
      return Optional.of(refusal("no command makes backups yet"));
    }
    return followed
        ? Optional.of(refusal("routing does not follow the lead during a round yet"))
        : Optional.empty();
  }

  private Problem refusal(String text) {
    return Problem.error("ROUND_UNSUPPORTED", primary.toString(), text, "Plan it without that.");
  }

  /** In words. */
  String text() {
    return candidate()
        .map(leader -> "%s %s while %s leads".formatted(primary, task.text(), leader))
        .orElseGet(() -> "%s in the shard of %s".formatted(first, primary));
  }
}
