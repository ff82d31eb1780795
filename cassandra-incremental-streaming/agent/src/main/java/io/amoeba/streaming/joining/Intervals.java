package io.amoeba.streaming.joining;

import java.util.List;

/** Closed intervals, given by their first and last points. Stateless. */
final class Intervals {

  private Intervals() {}

  /**
   * The most of them that have a point in common.
   *
   * @param firsts in any order
   * @param lasts as many, none before its interval's first point; in any order
   */
  static <T extends Comparable<? super T>> int deepest(List<T> firsts, List<T> lasts) {
    List<T> begins = firsts.stream().sorted().toList();
    List<T> ends = lasts.stream().sorted().toList();
    int most = 0;
    int ended = 0;
    for (int begun = 0; begun < begins.size(); begun++) {
      while (ends.get(ended).compareTo(begins.get(begun)) < 0) {
        ended++;
      }
      most = Math.max(most, begun + 1 - ended);
    }
    return most;
  }
}
