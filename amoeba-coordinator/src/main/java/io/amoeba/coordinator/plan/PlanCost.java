package io.amoeba.coordinator.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * What a plan costs: hash slots whose work moves to another subtask, keys that move between nodes
 * of the store (none when only maps change), and how long the hand-over will take by the experience
 * with earlier plans (empty: there were none). Immutable.
 */
public record PlanCost(int movedHashSlots, long movedKeys, Optional<Duration> expectedHandOver) {}
