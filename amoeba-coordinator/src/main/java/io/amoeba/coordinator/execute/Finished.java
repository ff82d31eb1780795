package io.amoeba.coordinator.execute;

/** A gate that has finished every record before an epoch, by the hash of its routers. Immutable. */
public record Finished(int subtask, long epoch, long cohort) {}
