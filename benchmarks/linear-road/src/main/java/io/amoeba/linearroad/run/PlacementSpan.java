package io.amoeba.linearroad.run;

/**
 * A stretch of a run in which all operators certainly worked by one placement; wall clock, in
 * milliseconds since the epoch. Immutable.
 */
record PlacementSpan(Placement placement, long beginMillis, long endMillis) {}
