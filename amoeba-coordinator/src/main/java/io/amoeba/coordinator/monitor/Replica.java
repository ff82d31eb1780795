package io.amoeba.coordinator.monitor;

import java.util.OptionalLong;

/**
 * A replica of a primary, as of the last reading. Immutable.
 *
 * @param lagSeconds whole seconds since the primary heard from it last; empty: unknown
 * @param lagBytes of the replication stream that it lacked, or, if it did not answer, had not
 *     confirmed; empty: unknown
 */
public record Replica(
    String id, String host, int port, OptionalLong lagSeconds, OptionalLong lagBytes) {}
