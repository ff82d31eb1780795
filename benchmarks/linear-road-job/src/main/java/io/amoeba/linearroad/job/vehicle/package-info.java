/** What one vehicle does: trips, crossings, stops (rules 5, 6 and 8). Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.vehicle;

import org.jspecify.annotations.NullMarked;
