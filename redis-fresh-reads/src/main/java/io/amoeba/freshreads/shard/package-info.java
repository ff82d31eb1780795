/**
 * The cluster's shards and which one has a hash slot. Knows no connections. Safe for concurrent
 * use.
 */
@NullMarked
package io.amoeba.freshreads.shard;

import org.jspecify.annotations.NullMarked;
