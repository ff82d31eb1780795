package io.amoeba.hints.protocol.batch;

import java.util.List;

/**
 * Decoded hints, in the order of the batch. Immutable.
 *
 * @param createdMillis sender's wall clock when it emptied its buffer
 * @param hotSet whether the receiver has asked for them
 */
public record Batch(long createdMillis, boolean hotSet, List<ReadHint> hints) {}
