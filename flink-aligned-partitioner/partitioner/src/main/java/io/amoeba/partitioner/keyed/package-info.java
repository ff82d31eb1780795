/**
 * Keys for Flink's keyed streams whose key groups are hash slots: {@link
 * io.amoeba.partitioner.keyed.AlignedKeys} is where to start. Keys are immutable; everything is
 * safe for concurrent use.
 */
@NullMarked
package io.amoeba.partitioner.keyed;

import org.jspecify.annotations.NullMarked;
