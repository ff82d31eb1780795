/**
 * Code that is inlined into Cassandra's methods: each body calls one static method of one hook
 * class.
 */
@NullMarked
package io.amoeba.streaming.advice;

import org.jspecify.annotations.NullMarked;
