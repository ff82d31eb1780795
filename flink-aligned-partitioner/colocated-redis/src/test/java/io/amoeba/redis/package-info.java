/** Tests of the co-located Redis connection, on real Redis servers. Single-threaded. */
@NullMarked
package io.amoeba.redis;

import org.jspecify.annotations.NullMarked;
