/** Empties Redis before a run, and fills it with historical data. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.job.history;

import org.jspecify.annotations.NullMarked;
