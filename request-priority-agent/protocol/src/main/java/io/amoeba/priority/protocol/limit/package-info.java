/** The adaptive limits of low and normal requests in flight. Recording is lock-free. */
@NullMarked
package io.amoeba.priority.protocol.limit;

import org.jspecify.annotations.NullMarked;
