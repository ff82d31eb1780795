/**
 * The control loop: monitor, analyze, plan, execute. Ticks run on the thread {@code amoeba-loop};
 * the ends of plans and the drill on {@code amoeba-hand-over}, so that a system that does not
 * answer cannot delay them.
 */
@NullMarked
package io.amoeba.coordinator.loop;

import org.jspecify.annotations.NullMarked;
