package io.amoeba.coordinator.changes.failover;

/** A primary, by id, that goes to a spare server with all of its hash slots, and why. Immutable. */
public record Migration(String primary, SpareServer to, MigrationReason reason) {}
