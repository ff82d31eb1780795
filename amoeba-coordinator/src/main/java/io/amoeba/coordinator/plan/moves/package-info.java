/**
 * Which hash slots should move between the primaries of the store, with the least movement: pure
 * functions of records, safe for concurrent use. Nothing here moves anything.
 */
@NullMarked
package io.amoeba.coordinator.plan.moves;

import org.jspecify.annotations.NullMarked;
