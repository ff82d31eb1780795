package io.amoeba.experiments.ycsb;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Reads go to another node from now on. Immutable.
 *
 * @param atSeconds since 1970
 */
public record ReadsMoved(@JsonProperty("atSeconds") double atSeconds) {
  /** Begins the line that holds one of these as JSON. */
  public static final String LINE = "moved ";
}
