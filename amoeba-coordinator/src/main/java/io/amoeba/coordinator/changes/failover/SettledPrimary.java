package io.amoeba.coordinator.changes.failover;

/**
 * A primary, the node that it is on, and what would move with it, in any one unit, such as bytes; 0
 * or more, and the same for all where it is not known. Immutable.
 */
public record SettledPrimary(String id, String node, long size) {}
