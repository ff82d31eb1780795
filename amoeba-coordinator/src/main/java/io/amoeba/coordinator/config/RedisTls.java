package io.amoeba.coordinator.config;

/**
 * How connections to Redis are encrypted. Immutable.
 *
 * @param addressesChecked whether a node's certificate must hold the address by which the cluster
 *     announces it
 */
public record RedisTls(ClientTls stores, boolean addressesChecked) {}
