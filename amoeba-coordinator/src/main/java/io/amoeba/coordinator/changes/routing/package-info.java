/**
 * New placement maps: records go to where the store has their hash slot. The planner and the
 * hand-over are pure functions. The publisher, which brings maps to task managers, the executor of
 * plans and the drill around them are safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.changes.routing;

import org.jspecify.annotations.NullMarked;
