package io.amoeba.linearroad.servers;

/**
 * Servers that the run does not start, on any machines. Immutable.
 *
 * @param endpoints with a folder that this process and all Flink processes share under one path
 * @param emptyRedis whether everything in Redis is removed before the run
 */
public record ExternalServers(Endpoints endpoints, boolean emptyRedis) {}
