/**
 * Servers that are started where the store grows, and made members of it. Nothing is ever half
 * done: a server that runs already is not started again. The planner is stateless; an operation
 * runs on the runner's thread.
 */
@NullMarked
package io.amoeba.coordinator.changes.servers;

import org.jspecify.annotations.NullMarked;
