/**
 * The statistics of segments (rules 3 and 4) and their place in Redis. Confined to task threads.
 */
@NullMarked
package io.amoeba.linearroad.job.segment;

import org.jspecify.annotations.NullMarked;
