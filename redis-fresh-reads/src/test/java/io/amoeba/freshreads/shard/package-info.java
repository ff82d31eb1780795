/** Tests of fresh reads that start no server. Single-threaded. */
@NullMarked
package io.amoeba.freshreads.shard;

import org.jspecify.annotations.NullMarked;
