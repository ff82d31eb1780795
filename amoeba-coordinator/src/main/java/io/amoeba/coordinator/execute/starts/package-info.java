/**
 * Starts Redis servers on nodes that have none, and makes them members of the store. Nothing is
 * ever half done: what runs already is not started again.
 */
@NullMarked
package io.amoeba.coordinator.execute.starts;

import org.jspecify.annotations.NullMarked;
