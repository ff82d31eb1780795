/** Schedules of faults in a simulated cluster, and a check of every answer that a client takes. */
@NullMarked
package io.amoeba.freshreads.proof.simulation;

import org.jspecify.annotations.NullMarked;
