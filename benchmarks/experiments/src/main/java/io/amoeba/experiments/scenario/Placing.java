package io.amoeba.experiments.scenario;

import io.amoeba.linearroad.run.When;

/** When a run places keys at the subtasks beside their Redis primaries, and on how many nodes. */
public enum Placing {
  /** Flink routes by the hash of a key, as it does without Amoeba. */
  RANDOM("random", new When.Never()),
  /** Before the first record. */
  ALIGNED("aligned", new When.AtStart()),
  /** While traffic is fed. */
  RANDOM_THEN_ALIGNED("random, then aligned", new When.AfterPart(0.5)),
  /** Before the first record, and again after a node is added while traffic is fed. */
  ALIGNED_THEN_GROWN("aligned, then grown", new When.AfterPart(0.4));

  private final String text;
  private final When begin;

  Placing(String text, When begin) {
    this.text = text;
    this.begin = begin;
  }

  /** For people. */
  String text() {
    return text;
  }

  /** When the coordinator begins to act, or the node is added. */
  When begin() {
    return begin;
  }

  /** Whether something changes while traffic is fed. */
  boolean changes() {
    return this == RANDOM_THEN_ALIGNED || addsNode();
  }

  /** Whether that is a node that somebody adds. */
  boolean addsNode() {
    return this == ALIGNED_THEN_GROWN;
  }
}
