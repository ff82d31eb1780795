/**
 * A model of a cluster in which the real driver and the real followers run: random schedules, a
 * checker, and mutants that the checker must catch. One thread per schedule; simulated time only.
 */
@NullMarked
package io.amoeba.streaming.protocol.simulation;

import org.jspecify.annotations.NullMarked;
