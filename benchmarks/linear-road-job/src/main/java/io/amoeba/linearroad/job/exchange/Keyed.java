package io.amoeba.linearroad.job.exchange;

import io.amoeba.linearroad.job.probe.Probe;
import io.amoeba.partitioner.function.ToHashSlot;

/** How the hash slot of a value and, for the order probe, its key are found. Immutable. */
public record Keyed<T>(ToHashSlot<T> hashSlot, Probe.KeyHash<T> keyHash) {}
