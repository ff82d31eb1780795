/**
 * Every kind of change, in the order in which plans are carried out. Each package below is one kind
 * and knows no other: its planner, the records of its plans and of their progress, and what carries
 * them out. Planners are stateless.
 */
@NullMarked
package io.amoeba.coordinator.changes;

import org.jspecify.annotations.NullMarked;
