package io.amoeba.linearroad.run;

/** By which kind of map all operators route. */
public enum Placement {
  /** The planned maps: everything is local. */
  ALIGNED,
  /** As without a map: 1/parallelism is local. */
  HASH
}
