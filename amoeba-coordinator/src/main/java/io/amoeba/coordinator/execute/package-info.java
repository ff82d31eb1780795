/**
 * Executing plans: operations for most kinds of change, an executor for routing. Bringing placement
 * maps to the task managers: the pure hand-over function and the publisher around it, which is safe
 * for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.execute;

import org.jspecify.annotations.NullMarked;
