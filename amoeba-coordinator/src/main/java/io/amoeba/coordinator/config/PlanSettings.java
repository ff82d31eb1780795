package io.amoeba.coordinator.config;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.execute.moves.MoveLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where plans are kept (empty: in memory only), what is approved without people in mode act, how
 * long a plan's operators are measured before and after it, how gently hash slots move, and whether
 * and how primaries migrate. Immutable.
 */
public record PlanSettings(
    Optional<Path> file,
    ApprovalPolicy policy,
    Duration measured,
    MoveLimits moves,
    MigrationSettings migrations) {}
