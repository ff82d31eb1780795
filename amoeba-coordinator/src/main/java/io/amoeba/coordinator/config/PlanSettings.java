package io.amoeba.coordinator.config;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.RetryRules;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.yaml.YamlSection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How plans are made, approved and carried out. Immutable.
 *
 * @param file where they are kept; empty: in memory only
 * @param policy what is approved without an operator in mode act
 * @param retries when a change that has failed or was undone is tried again
 * @param measurementWindow how long a plan's operators are measured before and after it
 * @param moves how gently hash slots move
 * @param migrations how long the steps of a migration may take
 * @param rules what plans must respect
 */
public record PlanSettings(
    Optional<Path> file,
    ApprovalPolicy policy,
    RetryRules retries,
    Duration measurementWindow,
    SlotMigrationLimits moves,
    ReplacementLimits migrations,
    PlanRules rules) {

  static PlanSettings read(YamlSection section) {
    YamlSection moves = section.section("moves");
    YamlSection migrations = section.section("migrations");
    ReplacementLimits limits = ReplacementLimits.read(migrations);
    PlanSettings plans =
        new PlanSettings(
            section.path("file"),
            ApprovalPolicy.read(section.section("policy")),
            RetryRules.read(section.section("retries")),
            section.duration(
                "measurementWindow",
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                Duration.ofSeconds(30)),
            SlotMigrationLimits.read(moves),
            limits,
            PlanRules.read(section, moves, migrations, limits.lagBytes()));
    moves.refuseUnknownKeys();
    migrations.refuseUnknownKeys();
    section.refuseUnknownKeys();
    return plans;
  }

  /** Whether servers may move hash slots by their own atomic migrations. */
  public boolean moveAtomically() {
    return moves.mayBeAtomic();
  }

  /** Addresses of primaries that stay, by the key that names them. */
  public Map<String, Set<String>> fixedPrimaries() {
    return new TreeMap<>(
        Map.of(
            "plans.moves.fixedPrimaries",
            rules.moves().fixedPrimaries(),
            "plans.migrations.fixedPrimaries",
            rules.migrations().map(MigrationRules::fixedPrimaries).orElse(Set.of())));
  }
}
