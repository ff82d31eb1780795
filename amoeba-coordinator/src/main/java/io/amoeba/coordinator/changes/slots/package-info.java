/**
 * Slot migration: hash slots move with their keys between primaries. {@code MoveSlotsOperation}
 * takes the steps, on the runner's thread; {@code OwnerChange} is the rule that no older claim of a
 * hash slot may win. The design is in {@code docs/hash-slot-moves.md}. The planners of the plans
 * that move hash slots (the store grows, shrinks, or follows a keyed stream) are stateless.
 */
@NullMarked
package io.amoeba.coordinator.changes.slots;

import org.jspecify.annotations.NullMarked;
