package io.amoeba.experiments.scenario;

/** When a run places keys at the subtasks beside their Redis primaries. */
public enum Placing {
  /** Flink routes by the hash of a key, as it does without Amoeba. */
  RANDOM("random", "never"),
  /** Before the first record. */
  ALIGNED("aligned", "0s"),
  /** While traffic is fed. */
  RANDOM_THEN_ALIGNED("random, then aligned", "50%");

  private final String text;
  private final String alignAfter;

  Placing(String text, String alignAfter) {
    this.text = text;
    this.alignAfter = alignAfter;
  }

  /** For people. */
  String text() {
    return text;
  }

  /** The value of Linear Road's option {@code --align-after}. */
  String alignAfter() {
    return alignAfter;
  }
}
