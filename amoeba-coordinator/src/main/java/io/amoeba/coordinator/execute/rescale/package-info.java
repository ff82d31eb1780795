/**
 * Gives the job another parallelism. A job that was stopped for it is always started again: what
 * has begun is durable before anything is asked of Flink, whatever is asked has an id that makes it
 * happen once, and who comes later goes on from there.
 */
@NullMarked
package io.amoeba.coordinator.execute.rescale;

import org.jspecify.annotations.NullMarked;
