/** Reads from Redis and Valkey replicas with a proven bound on their staleness. */
@NullMarked
package io.amoeba.freshreads;

import org.jspecify.annotations.NullMarked;
