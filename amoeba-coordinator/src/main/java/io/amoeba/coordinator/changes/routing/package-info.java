/**
 * New placement maps: records go to where the store has their hash slot. The planner is stateless.
 */
@NullMarked
package io.amoeba.coordinator.changes.routing;

import org.jspecify.annotations.NullMarked;
