package io.amoeba.coordinator.monitor;

/**
 * One gate as its task manager reports it: the newest epoch of which it has every router's marker
 * and has finished every earlier record, the hash of those routers' incarnations, the records it
 * holds now, and how long it held the last ones, in microseconds. Immutable.
 */
public record GateReport(
    EdgeId edge,
    int subtask,
    int parallelism,
    long epoch,
    long cohort,
    long held,
    long lastHoldMicros) {}
