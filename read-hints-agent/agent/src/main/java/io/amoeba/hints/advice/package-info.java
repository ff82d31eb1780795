/**
 * Code that is inlined into Cassandra's methods: each body calls one method of HintHooks. What it
 * throws is suppressed.
 */
@NullMarked
package io.amoeba.hints.advice;

import org.jspecify.annotations.NullMarked;
