/**
 * The joining node's side: the protocol's ports on Cassandra's streaming, gossip and disk. Driven
 * by one thread.
 */
@NullMarked
package io.amoeba.streaming.joining;

import org.jspecify.annotations.NullMarked;
