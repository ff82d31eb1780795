/**
 * The function behind an aligned exchange and the operator that runs it. Confined to the task
 * thread.
 */
@NullMarked
package io.amoeba.partitioner.function;

import org.jspecify.annotations.NullMarked;
