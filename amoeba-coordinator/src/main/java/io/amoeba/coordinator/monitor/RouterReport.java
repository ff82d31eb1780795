package io.amoeba.coordinator.monitor;

/**
 * One router as its task manager reports it: its subtask among {@code parallelism} routers, the
 * number of gates it routes to, its incarnation, and the epochs it has prepared and routes by (0:
 * none, hash routing). Immutable.
 */
public record RouterReport(
    EdgeId edge,
    int subtask,
    int parallelism,
    int targets,
    long incarnation,
    long prepared,
    long active) {}
