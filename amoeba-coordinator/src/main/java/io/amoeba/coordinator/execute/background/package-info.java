/**
 * Work on store and job beside the loop: for one plan at a time, on a thread of its own, with the
 * recovery of what an earlier coordinator left half done.
 */
@NullMarked
package io.amoeba.coordinator.execute.background;

import org.jspecify.annotations.NullMarked;
