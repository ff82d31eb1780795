package io.amoeba.linearroad.history;

/**
 * The tolls that vehicles paid in the past 69 days. Implementations are safe for concurrent use.
 */
@FunctionalInterface
public interface TollHistory {
  /** The toll of a vehicle on an expressway on a day; 0 if the history has no such row. */
  int toll(int vid, int day, int xway);

  static TollHistory empty() {
    return (vid, day, xway) -> 0;
  }
}
