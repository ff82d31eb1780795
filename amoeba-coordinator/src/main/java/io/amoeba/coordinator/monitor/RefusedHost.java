package io.amoeba.coordinator.monitor;

/**
 * Something that was named as a host and is none. Immutable.
 *
 * @param source who has named it, and for what
 * @param host as it was named, control characters apart
 */
public record RefusedHost(String source, String host) {}
