/**
 * Code that is inlined into Cassandra's methods: each body calls one method of PriorityHooks. What
 * it throws is suppressed, and the method goes on as stock's.
 */
@NullMarked
package io.amoeba.priority.advice;

import org.jspecify.annotations.NullMarked;
