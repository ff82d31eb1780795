/**
 * The exchanges in front of operators that use Redis: aligned, or by hash. Confined to task
 * threads.
 */
@NullMarked
package io.amoeba.linearroad.job.exchange;

import org.jspecify.annotations.NullMarked;
