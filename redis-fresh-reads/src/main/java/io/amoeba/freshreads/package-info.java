/**
 * Reads from Redis and Valkey replicas with a proven bound on their staleness. Start at {@link
 * io.amoeba.freshreads.FreshReads}. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.freshreads;

import org.jspecify.annotations.NullMarked;
