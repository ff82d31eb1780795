package io.amoeba.shift.agent;

import io.amoeba.shift.protocol.decision.ShiftSettings;
import java.time.Duration;

/**
 * The agent's options, checked. Immutable.
 *
 * @param shift the mode is the one that the node starts with
 * @param warmUpLimit reads return after this time whether the caches are warm or not; 0: they are
 *     not warmed
 */
public record AgentOptions(ShiftSettings shift, Duration warmUpLimit) {}
