/**
 * Background work that servers of a store do for themselves: what runs, how the last one ended, and
 * when the next one comes. Pure functions over what a driver has read.
 */
@NullMarked
package io.amoeba.coordinator.upkeep;

import org.jspecify.annotations.NullMarked;
