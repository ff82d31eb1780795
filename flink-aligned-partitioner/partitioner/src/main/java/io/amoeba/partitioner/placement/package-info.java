/**
 * Hash slots and placement maps: immutable values without any dependency on Flink, shared with the
 * coordinator. Everything is safe for concurrent use.
 */
@NullMarked
package io.amoeba.partitioner.placement;

import org.jspecify.annotations.NullMarked;
