package io.amoeba.linearroad.measure;

import java.util.Locale;

/** The kind of map by which all operators route. */
public enum Placement {
  /** The planned maps: everything is local. */
  ALIGNED,
  /** As without a map: 1/parallelism is local. */
  HASH;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
