package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans backups: a shard needs one, so a replica makes it, and the lead stays. A backup is due from
 * its time until the next one, unless a plan has made it. Confined to one call.
 */
final class BackupRounds {

  private final RoundRequest request;
  private final PlanBook earlier;
  private final List<LeadershipRound> rounds = new ArrayList<>();
  private final List<Problem> skipped = new ArrayList<>();

  private BackupRounds(RoundRequest request, PlanBook earlier) {
    this.request = request;
    this.earlier = earlier;
  }

  /**
   * The backups that are due.
   *
   * @param earlier the plans so far
   */
  static RoundPlanner.Result plan(RoundRequest request, PlanBook earlier) {
    BackupRounds backups = new BackupRounds(request, earlier);
    if (request.settings().kinds().contains(UpkeepKind.BACKUP)) {
      request.settings().backups().forEach(backups::plan);
    }
    return new RoundPlanner.Result(backups.rounds, backups.skipped);
  }

  private void plan(BackupSettings backup) {
    Instant due = backup.lastDue(request.now());
    if (isForgotten(due)) {
      return;
    }
    for (Shard shard : request.shards()) {
      Set<ServerAddress> members =
          shard.members().stream().map(m -> m.server().address()).collect(Collectors.toSet());
      if (backup.isOf(members) && !isMade(shard, due)) {
        plan(shard, due, due.plus(backup.every()));
      }
    }
  }

  /** Where more plans came since than are kept, nobody knows whether it was made. */
  private boolean isForgotten(Instant due) {
    List<PlanRecord> plans = earlier.newestFirst();
    return plans.size() < earlier.made() && plans.get(plans.size() - 1).plannedAt().isAfter(due);
  }

  private boolean isMade(Shard shard, Instant due) {
    Set<String> members =
        shard.members().stream().map(Shard.Member::id).collect(Collectors.toSet());
    return KeepUpServers.completed(earlier).stream()
        .anyMatch(
            round ->
                round.work() == UpkeepKind.BACKUP
                    && round.forecast().period() == due.getEpochSecond()
                    && members.contains(round.primary().id()));
  }

  private void plan(Shard shard, Instant due, Instant next) {
    UpkeepSettings settings = request.settings();
    Duration took = shard.primary().took().getOrDefault(UpkeepKind.SAVE, Duration.ZERO);
    List<String> against = new ArrayList<>();
    Optional<Shard.Member> replica =
        new Candidates(request, request.working(), UpkeepKind.BACKUP, List.of(), took)
            .of(shard, against).stream().findFirst();
    if (replica.isEmpty()) {
      skipped.add(
          Problem.warning(
              "BACKUP_WITHOUT_REPLICA",
              shard.primary().server().toString(),
              "a backup is due since %s, and no replica can make it: %s"
                  .formatted(due, against.isEmpty() ? "there is none" : String.join("; ", against)),
              "Add a replica, or repair one."));
      return;
    }
    long avoided = WayOfWork.lossOfStaying(shard.load(), took);
    rounds.add(
        new LeadershipRound(
            shard.primary().server(),
            UpkeepKind.BACKUP,
            List.of(replica.get().server()),
            Optional.empty(),
            LeadWay.STAY,
            List.of(),
            shard.primary().server(),
            "a replica makes it, and the lead stays",
            settings.workTimeout(),
            new LeadershipRound.Forecast(
                due.getEpochSecond(), next, Duration.ZERO, new AvoidedLoss(avoided, 0))));
  }
}
