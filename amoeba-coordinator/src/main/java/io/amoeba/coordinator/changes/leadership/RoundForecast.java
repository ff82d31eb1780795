package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import java.time.Duration;
import java.time.Instant;

/**
 * What a round was planned by. Immutable.
 *
 * @param period tells its work from the next one of its kind: the time of the primary's last save,
 *     or of the backup, in seconds since 1970; or the bytes after its last rewrite
 * @param due when the primary would work by itself; of a backup, when the next one is due
 * @param pauses of writes by changes of the lead, together
 * @param loss without the round and with it
 */
public record RoundForecast(long period, Instant due, Duration pauses, AvoidedLoss loss) {}
