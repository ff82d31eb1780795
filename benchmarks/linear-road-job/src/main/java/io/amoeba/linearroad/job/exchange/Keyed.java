package io.amoeba.linearroad.job.exchange;

import io.amoeba.linearroad.job.probe.KeyHash;
import io.amoeba.partitioner.function.ToHashSlot;

/** How the hash slot of a value and, for the order probe, its key are found. Immutable. */
public record Keyed<T>(ToHashSlot<T> hashSlot, KeyHash<T> keyHash) {}
