package io.amoeba.coordinator.promotion;

import java.time.Duration;

/**
 * How long a promotion may take. Pauses do not count. Immutable.
 *
 * @param lagBytes how far a replica that is in sync may be behind; the manual failover waits for
 *     the rest while clients wait, 0 or more
 * @param sync until the replica may be told: in sync, and known to every primary. A rest that it
 *     needs is added
 * @param failOver until the replica is promoted, for each attempt. At least 10 s: after that a
 *     primary no longer waits for a replica that it was told to hand over to
 * @param attempts how often it is told, 1 or more
 */
public record PromotionLimits(long lagBytes, Duration sync, Duration failOver, int attempts) {}
