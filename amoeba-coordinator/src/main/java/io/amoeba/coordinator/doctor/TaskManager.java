package io.amoeba.coordinator.doctor;

/** A registered TaskManager: its id, the host of its address, its task slots. Immutable. */
public record TaskManager(String id, String host, int taskSlots) {}
