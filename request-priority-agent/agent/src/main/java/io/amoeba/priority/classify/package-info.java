/**
 * Which class each request of a client has, and what its client is told about it. Requests are
 * classified on event loops, which must not block; roles are read by a thread of their own.
 */
@NullMarked
package io.amoeba.priority.classify;

import org.jspecify.annotations.NullMarked;
