/** Fills Redis with historical data before a run. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.job.history;

import org.jspecify.annotations.NullMarked;
