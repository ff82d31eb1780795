package io.amoeba.experiments.scenario;

/** When a run places keys at the subtasks beside their Redis primaries, and on how many nodes. */
public enum Placing {
  /** Flink routes by the hash of a key, as it does without Amoeba. */
  RANDOM("random", "--align-after=never"),
  /** Before the first record. */
  ALIGNED("aligned", "--align-after=0s"),
  /** While traffic is fed. */
  RANDOM_THEN_ALIGNED("random, then aligned", "--align-after=50%"),
  /** Before the first record, and again after a node is added while traffic is fed. */
  ALIGNED_THEN_GROWN("aligned, then grown", "--add-node-after=40%");

  private final String text;
  private final String argument;

  Placing(String text, String argument) {
    this.text = text;
    this.argument = argument;
  }

  /** For people. */
  String text() {
    return text;
  }

  /** What tells Linear Road so. */
  String argument() {
    return argument;
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
