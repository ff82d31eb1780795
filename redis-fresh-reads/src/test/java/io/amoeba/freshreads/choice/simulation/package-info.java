/** Simulated clients and servers that compare the choice of the replica with other policies. */
@NullMarked
package io.amoeba.freshreads.choice.simulation;

import org.jspecify.annotations.NullMarked;
