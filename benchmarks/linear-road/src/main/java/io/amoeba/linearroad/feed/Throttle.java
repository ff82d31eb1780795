package io.amoeba.linearroad.feed;

/** Decides when a record may be fed. Used by the feeding thread. */
interface Throttle {
  /** Interval of the checks of a waiting feeder. */
  long NAP_MILLIS = 2;

  /** Whether a record at a part (0 … 1) of a simulated second may be fed now. */
  boolean mayFeed(int second, double part);
}
