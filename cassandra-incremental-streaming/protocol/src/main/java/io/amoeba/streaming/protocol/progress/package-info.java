/**
 * What a node says of itself for operators and plans. No safety depends on it: a report that is
 * lost, late, or not understood only makes the view of a join poorer. All records are immutable.
 */
@NullMarked
package io.amoeba.streaming.protocol.progress;

import org.jspecify.annotations.NullMarked;
