package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.util.List;
import java.util.Locale;

/** The problems with which a round ends early, or waits. Stateless. */
final class RoundProblems {

  private static final String STAYS_AWAY = "LEAD_STAYS_AWAY";

  private RoundProblems() {}

  static Problem refused(PlannedRound round, List<String> missing) {
    return Problem.error(
        "ROUND_REFUSED",
        round.primary().toString(),
        "the round does not go on: " + String.join("; ", missing),
        "Fix this first.");
  }

  /** Data on disk are older than they should be, so that this needs a person at once. */
  static Problem workFailed(PlannedRound round, ShardServer server, StartedWork.State end) {
    return new Problem(
        "UPKEEP_WORK_FAILED",
        Severity.ALARM,
        round.primary().toString(),
        "%s did not complete its work (%s): %s. The lead stays as it is"
            .formatted(server, round.task().name().toLowerCase(Locale.ROOT), end.text()),
        "See its log, and whether its disk is full. It must not lead before it has saved.");
  }

  static Problem leadNotChanged(PlannedRound round, ShardServer candidate) {
    return Problem.error(
        "LEAD_NOT_CHANGED",
        round.primary().toString(),
        "%s did not take over from %s".formatted(candidate, round.primary()),
        "See the logs of both.");
  }

  static Problem formerLost(PlannedRound round, ShardServer candidate) {
    return Problem.error(
        STAYS_AWAY,
        round.primary().toString(),
        "%s has failed or follows another server, so %s leads on"
            .formatted(round.primary(), candidate),
        "Start it again; it follows by itself.");
  }

  static Problem notTakenBack(PlannedRound round, ShardServer candidate) {
    return Problem.error(
        STAYS_AWAY,
        round.primary().toString(),
        "%s did not take over again, so %s leads on".formatted(round.primary(), candidate),
        "See the logs of both.");
  }

  static Problem leadChangedByOthers(PlannedRound round) {
    return Problem.warning(
        "LEAD_CHANGED_BY_OTHERS",
        round.primary().toString(),
        "another actor, or an election, has changed the lead; it stays as it is",
        "");
  }

  static Problem leaderUnknown(PlannedRound round, ClusterView seen) {
    return Problem.error(
        "LEADER_UNKNOWN",
        round.primary().toString(),
        "the leader of its shard is not known: " + String.join("; ", seen.silences()),
        "Start the servers that do not answer, or wait for an election.");
  }

  /**
   * The former primary is not electable.
   *
   * @param ends whether the round ends with it; otherwise the round waits
   */
  static Problem cannotReturn(PlannedRound round, List<String> missing, boolean ends) {
    return Problem.error(
        ends ? STAYS_AWAY : "LEAD_CANNOT_RETURN",
        round.primary().toString(),
        "%s cannot lead again: %s".formatted(round.primary(), String.join("; ", missing)),
        ends ? "" : "Fix this; the lead returns then. amoeba abort leaves it where it is.");
  }

  static Problem notFollowed(PlannedRound round, ShardServer candidate, List<String> missing) {
    return Problem.warning(
        "ROUTING_NOT_FOLLOWED",
        round.primary().toString(),
        "%s works while requests of the job to %s are remote: %s"
            .formatted(round.primary(), candidate, String.join("; ", missing)),
        "See whether the job restarts, or a drill runs.");
  }

  static Problem notRealigned(PlannedRound round, List<String> missing) {
    return Problem.warning(
        "ROUTING_NOT_REALIGNED",
        round.primary().toString(),
        "%s leads again, and records do not return to its node: %s"
            .formatted(round.primary(), String.join("; ", missing)),
        "The next plan of routing aligns them.");
  }

  static Problem copied(ShardServer leader) {
    return Problem.warning(
        "LEAD_CHANGE_COPIED",
        leader.toString(),
        "a replica copied all data of its new primary instead of what it lacked",
        "Raise repl-backlog-size on every server of the shard before the next round.");
  }
}
