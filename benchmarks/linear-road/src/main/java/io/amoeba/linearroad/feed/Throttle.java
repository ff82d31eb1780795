package io.amoeba.linearroad.feed;

/** Says when a record may be fed. Used by the feeding thread. */
interface Throttle {
  /** How long a waiting feeder sleeps at a time. */
  long NAP_MILLIS = 2;

  /** Whether a record that comes after a part (0 … 1) of a simulated second may be fed now. */
  boolean mayFeed(int second, double part);
}
