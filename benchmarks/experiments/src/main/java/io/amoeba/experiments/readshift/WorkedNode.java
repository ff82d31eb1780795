package io.amoeba.experiments.readshift;

import io.amoeba.experiments.loops.Span;

/**
 * One node's work. Times are those of {@link System#nanoTime}. Immutable.
 *
 * @param number of the node, from 1
 * @param announcedNanos when it was announced; at the start of the work in modes without that
 * @param shifted whether reads left
 * @param returnedNanos when reads returned; at the end of the work where they stayed
 */
record WorkedNode(
    int number, Span work, long announcedNanos, boolean shifted, long returnedNanos) {}
