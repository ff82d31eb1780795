package io.amoeba.coordinator.changes.slots;

import java.util.OptionalLong;

/**
 * What moves cost: hash slots; bytes, where sizes are known; and a proven lower bound of what any
 * plan for the same request costs, in bytes where they are known and in hash slots otherwise.
 * Immutable.
 */
public record MoveCost(int movedHashSlots, OptionalLong movedBytes, long leastPossible) {}
