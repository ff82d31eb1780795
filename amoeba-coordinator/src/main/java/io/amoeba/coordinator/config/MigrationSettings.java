package io.amoeba.coordinator.config;

import io.amoeba.coordinator.execute.migration.MigrationLimits;
import io.amoeba.coordinator.plan.migration.MigrationRules;
import java.util.Optional;

/**
 * How primaries migrate: what plans must respect (empty: no such plans are made), and how long
 * their steps may take. Immutable.
 */
public record MigrationSettings(Optional<MigrationRules> rules, MigrationLimits limits) {}
