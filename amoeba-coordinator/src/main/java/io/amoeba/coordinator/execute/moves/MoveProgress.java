package io.amoeba.coordinator.execute.moves;

/**
 * How far moves have come. Immutable.
 *
 * @param hashSlotsDone hash slots that their new primary owns, those that it owned before included
 * @param keysMoved keys that left their primary, as far as it answered; expired ones count. Their
 *     bytes are not known: the servers do not tell what a MIGRATE has sent
 */
public record MoveProgress(int hashSlotsDone, int hashSlots, long keysMoved) {}
