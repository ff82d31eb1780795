package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server's process says of elections. Immutable. Source: Redis command references, CLUSTER
 * INFO and INFO "server". The counters begin again with the process; on Valkey 9.1 also with CONFIG
 * RESETSTAT, but not on Redis 6.2.11, 7.0.15, 7.2.6 and 8.6.3 and on Valkey 8.0.1 (seen on all of
 * them).
 *
 * @param process its run id, which a restart changes
 * @param requests requests for votes that it has sent, one to each server; empty: it does not tell,
 *     or its counter may have been reset
 * @param votes votes that it has given to replicas of other primaries
 * @param nodeTimeout its cluster-node-timeout; empty: it does not tell
 * @param failOverTimeout how long a manual failover may take; empty: it has no such setting, or
 *     does not tell
 * @param forgetful whether a new manual failover begins a new election, and primaries vote again,
 *     however early it comes: Valkey 8.1 and newer
 */
public record ElectionState(
    String process,
    OptionalLong requests,
    long votes,
    Optional<Duration> nodeTimeout,
    Optional<Duration> failOverTimeout,
    boolean forgetful) {}
