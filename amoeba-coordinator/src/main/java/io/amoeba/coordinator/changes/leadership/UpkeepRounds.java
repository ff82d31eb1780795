package io.amoeba.coordinator.changes.leadership;

import static java.util.stream.Collectors.joining;

import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.SymptomCode.Blocks;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans rounds in which servers work before their triggers, while they do not lead, and backups by
 * replicas. Stateless, safe for concurrent use. Source: dissertation, chapter 3.
 */
public final class UpkeepRounds implements Change<KeepUpServers> {

  @Override
  public Class<KeepUpServers> action() {
    return KeepUpServers.class;
  }

  @Override
  public Class<LeadershipProgress> progress() {
    return LeadershipProgress.class;
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    UpkeepSettings upkeep = settings.rules().upkeep();
    return upkeep.wanted()
        ? Optional.of(
            new Wanted(
                "plans.upkeep.kinds",
                upkeep.kinds().stream().sorted().map(UpkeepKind::text).collect(joining(", ")),
                "lets other servers lead",
                "which round is half done",
                Set.of(Need.PROMOTIONS, Need.UPKEEP)))
        : Optional.empty();
  }

  @Override
  public Planned plan(PlanningInput input) {
    if (!input.rules().upkeep().wanted()
        || input.snapshot().primaries().isEmpty()
        || input.symptoms().stream().anyMatch(s -> s.blocks() == Blocks.EVERY_PLAN)) {
      return Planned.NOTHING;
    }
    RoundRequest request = new SeenShards(input).request();
    RoundPlanner.Result works = RoundPlanner.plan(request);
    RoundPlanner.Result backups = BackupRounds.plan(request, input.earlier());
    List<LeadershipRound> rounds = new ArrayList<>(works.rounds());
    rounds.addAll(backups.rounds());
    List<Problem> skipped = new ArrayList<>(works.skipped());
    skipped.addAll(backups.skipped());
    if (rounds.isEmpty()) {
      return Planned.skipped(skipped);
    }
    String reason =
        rounds.stream()
            .map(round -> round.work().text() + " of " + round.primary())
            .collect(joining(", ", "due soon: ", ""));
    return Planned.of(new ChangePlan(reason, new KeepUpServers(rounds)), skipped);
  }

  /** One that is half done ends also where no further ones are planned. */
  @Override
  public Optional<LeadershipOperation> operation(OperationContext context) {
    return LeadershipOperation.of(KeepUpServers.KIND, context);
  }
}
