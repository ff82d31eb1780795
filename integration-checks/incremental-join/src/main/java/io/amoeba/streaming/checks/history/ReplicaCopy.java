package io.amoeba.streaming.checks.history;

/**
 * What one replica of a key holds in the end, read from it alone. Immutable.
 *
 * @param replica number of the node
 */
public record ReplicaCopy(String key, int replica, VersionSet seen) {}
