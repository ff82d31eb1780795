/**
 * The model of the Redis cluster: servers, primaries, replicas, hash slots and their load, what
 * each server says of the others, and the port to change them by. Immutable records, safe for
 * concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.cluster;

import org.jspecify.annotations.NullMarked;
