/**
 * What outlives the coordinator: maps that routers may be switching to, plans, and the move of a
 * hash slot that has begun. Locked by their owners.
 */
@NullMarked
package io.amoeba.coordinator.state;

import org.jspecify.annotations.NullMarked;
