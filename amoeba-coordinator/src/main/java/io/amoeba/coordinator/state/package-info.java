/**
 * What outlives the coordinator: maps that routers may be switching to, and plans. Locked by their
 * owners.
 */
@NullMarked
package io.amoeba.coordinator.state;

import org.jspecify.annotations.NullMarked;
