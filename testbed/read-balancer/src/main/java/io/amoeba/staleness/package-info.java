/** The ages of stale answers, by the clock of the process that writes and reads. */
@NullMarked
package io.amoeba.staleness;

import org.jspecify.annotations.NullMarked;
