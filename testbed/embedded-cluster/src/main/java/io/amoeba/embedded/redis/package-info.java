/** A Redis Cluster of real processes. Types are safe for concurrent use by default. */
@NullMarked
package io.amoeba.embedded.redis;

import org.jspecify.annotations.NullMarked;
