package io.amoeba.coordinator.config;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.RetryRules;
import io.amoeba.coordinator.execute.moves.MoveLimits;
import io.amoeba.coordinator.plan.DrainRules;
import io.amoeba.coordinator.plan.PlanRules;
import io.amoeba.coordinator.plan.migration.MigrationRules;
import io.amoeba.coordinator.plan.moves.MoveRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where plans are kept (empty: in memory only), what is approved without people in mode act, when a
 * change that has failed or was undone is tried again, how long a plan's operators are measured
 * before and after it, how gently hash slots move and which may, whether the store grows to empty
 * members and leaves nodes without subtasks, whether and how primaries migrate, and whether and how
 * the job is rescaled, and the least rise of the local-hit rate for which anything is done.
 * Immutable.
 */
public record PlanSettings(
    Optional<Path> file,
    ApprovalPolicy policy,
    RetryRules retries,
    Duration measured,
    MoveLimits moves,
    MoveRules moveRules,
    GrowthSettings growth,
    DrainRules drain,
    MigrationSettings migrations,
    RescaleSettings rescale,
    double leastRise) {

  /** The same, kept in another file. */
  PlanSettings withFile(Path other) {
    return new PlanSettings(
        Optional.of(other),
        policy,
        retries,
        measured,
        moves,
        moveRules,
        growth,
        drain,
        migrations,
        rescale,
        leastRise);
  }

  /** Whether servers may move hash slots by their own atomic migrations. */
  public boolean moveAtomically() {
    return moves.mayBeAtomic();
  }

  /** Whether hash slots move to empty members. */
  public boolean storeGrows() {
    return growth.rules().wanted();
  }

  /**
   * Whether the store is balanced over other nodes, by the load of its hash slots if that is told.
   */
  public boolean balancesStore() {
    return storeGrows() || drain.wanted();
  }

  /** Addresses of primaries that stay, by the key that names them. */
  public Map<String, Set<String>> fixedPrimaries() {
    return new TreeMap<>(
        Map.of(
            "plans.moves.fixedPrimaries",
            moveRules.fixedPrimaries(),
            "plans.migrations.fixedPrimaries",
            migrations.rules().map(MigrationRules::fixedPrimaries).orElse(Set.of())));
  }

  /** What plans must respect. */
  public PlanRules rules() {
    return new PlanRules(
        migrations.rules(), growth.rules(), drain, moveRules, rescale.rules(), leastRise);
  }
}
