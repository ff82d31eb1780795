/** Code that is inlined into Cassandra's methods: each body calls one method of JoinHooks. */
@NullMarked
package io.amoeba.streaming.advice;

import org.jspecify.annotations.NullMarked;
