/** The low class's own threads, and the class of what a thread does. Lock-free. */
@NullMarked
package io.amoeba.priority.threads;

import org.jspecify.annotations.NullMarked;
