/**
 * Carrying out moves of hash slots between primaries: what is done in which order, and what follows
 * from an interrupted one, over ports to the store and to the disk. Moves run in the caller's
 * thread, or in that of {@link BackgroundMoves}; only that one and {@link MoveControl} are shared.
 */
@NullMarked
package io.amoeba.coordinator.execute.moves;

import org.jspecify.annotations.NullMarked;
