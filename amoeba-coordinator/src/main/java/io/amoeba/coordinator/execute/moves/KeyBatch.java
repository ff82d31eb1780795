package io.amoeba.coordinator.execute.moves;

import java.time.Duration;

/**
 * Some keys of a hash slot that go from one primary to another. Immutable.
 *
 * @param keys most keys that are taken
 * @param timeout longest silence between the two primaries
 * @param replace whether copies that the destination already has are overwritten
 */
public record KeyBatch(
    int hashSlot, String from, String to, int keys, Duration timeout, boolean replace) {}
