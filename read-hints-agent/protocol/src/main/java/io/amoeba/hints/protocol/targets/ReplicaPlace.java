package io.amoeba.hints.protocol.targets;

/**
 * A replica of a key, and where it stands. Immutable.
 *
 * @param contacted whether it has answered the read, and so is warm
 * @param reachable whether it is up and understands hints
 */
public record ReplicaPlace<E>(
    E endpoint, String datacenter, String rack, boolean contacted, boolean reachable) {}
