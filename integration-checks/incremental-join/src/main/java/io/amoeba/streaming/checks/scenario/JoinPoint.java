package io.amoeba.streaming.checks.scenario;

/**
 * A moment of an incremental join. Immutable.
 *
 * @param step from 1
 * @param phase as the agent logs it, for example {@code STREAMING}
 */
record JoinPoint(int step, String phase) {}
