package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.run.Distribution;
import java.io.PrintWriter;

/** stub */
public final class LRating {
  /** stub */
  public LRating(RatingOptions options, Distribution distribution, PrintWriter out) {}

  /** stub */
  public boolean run() {
    return false;
  }
}
