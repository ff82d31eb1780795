/** The order of an executor's tasks. Lock-free, safe for concurrent use. */
@NullMarked
package io.amoeba.priority.protocol.queue;

import org.jspecify.annotations.NullMarked;
