/**
 * What proves how old a replica's data may be: heartbeats, replication offsets, proven moments, the
 * bound. Knows neither connections nor clocks: moments are {@link System#nanoTime} values of the
 * caller. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.freshreads.proof;

import org.jspecify.annotations.NullMarked;
