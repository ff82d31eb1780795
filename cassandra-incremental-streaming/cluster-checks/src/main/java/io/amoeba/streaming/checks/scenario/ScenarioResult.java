package io.amoeba.streaming.checks.scenario;

/**
 * How a scenario went. Immutable.
 *
 * @param joinSeconds from the start of the first joiner to the full membership of the last
 * @param readsWhileJoining reads that the first joiner had answered when it was last seen joining
 */
record ScenarioResult(Findings findings, int steps, long joinSeconds, long readsWhileJoining) {}
