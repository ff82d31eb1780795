package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.input.InputRecord;

/** A query of type 2, 3 or 4 and when it was appended to Kafka, in milliseconds. Immutable. */
public record Query(InputRecord input, long appendMillis) {}
