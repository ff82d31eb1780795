/**
 * Executing plans: an executor for each kind of change, the same one for all kinds that have an
 * operation. Called by the control loop and by the thread of the hand-overs.
 */
@NullMarked
package io.amoeba.coordinator.execute;

import org.jspecify.annotations.NullMarked;
