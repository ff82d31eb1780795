package io.amoeba.experiments.ycsb;

/** How rows are chosen. */
public enum Distribution {
  /** By Zipf's law: few rows are asked for often. */
  ZIPFIAN,
  /** Each row as often as any other. */
  UNIFORM
}
