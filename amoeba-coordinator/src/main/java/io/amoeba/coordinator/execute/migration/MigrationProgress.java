package io.amoeba.coordinator.execute.migration;

/**
 * How far a migration has come. Immutable.
 *
 * @param phase a {@link MigrationPhase} and what is waited for, in words; empty before the first
 *     one
 * @param lagBytes how far the replica is behind, or -1 if that is not known
 */
public record MigrationProgress(String phase, long lagBytes) {}
