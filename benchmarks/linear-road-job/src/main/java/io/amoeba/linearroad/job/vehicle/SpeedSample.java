package io.amoeba.linearroad.job.vehicle;

/** What the statistics need of a position report: speed in miles per hour. Immutable. */
public record SpeedSample(long place, int vid, int speed) {}
