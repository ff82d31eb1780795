package io.amoeba.linearroad.servers;

/**
 * Servers that run already, on whatever machines. Immutable.
 *
 * @param endpoints where they are; their folder is seen by this process and all of Flink under the
 *     same path
 * @param emptyRedis whether everything in Redis is removed before the run
 */
public record GivenServers(Endpoints endpoints, boolean emptyRedis) {}
