package io.amoeba.experiments.load;

import java.util.Locale;

/** How rows are chosen. */
public enum Distribution {
  /** Few rows are asked for often, by Zipf's law. */
  ZIPFIAN,
  /** All rows are asked for equally often. */
  UNIFORM;

  /** As on the command line: {@code zipfian}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
