/**
 * More subtasks for the job. A job that was stopped for it is always started again: each step is
 * durable before Flink is asked, and each request has an id, so that it happens once. The planner
 * is stateless; an operation runs on the runner's thread.
 */
@NullMarked
package io.amoeba.coordinator.changes.parallelism;

import org.jspecify.annotations.NullMarked;
