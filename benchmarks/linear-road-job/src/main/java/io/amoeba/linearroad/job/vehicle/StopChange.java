package io.amoeba.linearroad.job.vehicle;

/** At a time in seconds a vehicle became stopped at a spot, or left it (rule 8). Immutable. */
public record StopChange(int vid, int time, Spot spot, boolean stopped) {}
