package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server's process says of elections. Immutable. Source: Redis command references, CLUSTER
 * INFO and INFO "server"; the counters begin anew with the process, and only then (read in the
 * source of Redis 6.2 … 7.4 and Valkey 8; not looked at in newer ones).
 *
 * @param process its run id, which a restart changes
 * @param requests requests for votes that it has sent, one to each server; empty: it does not tell
 * @param votes votes that it has given to replicas of other primaries
 * @param nodeTimeout its cluster-node-timeout; empty: it does not tell
 * @param failOverTimeout how long a manual fail-over may take; empty: it has no such setting, or
 *     does not tell
 * @param forgetful whether a new manual fail-over begins a new election, and primaries vote again,
 *     however early it comes: Valkey 8.1 and newer
 */
public record ElectionState(
    String process,
    OptionalLong requests,
    long votes,
    Optional<Duration> nodeTimeout,
    Optional<Duration> failOverTimeout,
    boolean forgetful) {}
