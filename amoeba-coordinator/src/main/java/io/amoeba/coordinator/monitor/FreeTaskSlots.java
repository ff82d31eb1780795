package io.amoeba.coordinator.monitor;

/** Task slots of a registered task manager that no subtask uses. Immutable. */
public record FreeTaskSlots(String taskManager, String host, int count) {}
