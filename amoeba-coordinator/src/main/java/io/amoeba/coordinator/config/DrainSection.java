package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.DrainRules;

/** Reads the section about nodes that the store leaves. Stateless. */
final class DrainSection {

  private static final String NONE = "none";
  private static final String WITHOUT_SUBTASKS = "without-subtasks";
  private static final int DAY_MILLIS = 86_400_000;
  private static final int TEN_MINUTES_MILLIS = 600_000;

  private DrainSection() {}

  static DrainRules read(ConfigSection section) {
    String nodes = section.text("nodes").orElse(NONE);
    if (!nodes.equals(NONE) && !nodes.equals(WITHOUT_SUBTASKS)) {
      section.problem(
          "nodes",
          "'" + nodes + "'",
          NONE + " or " + WITHOUT_SUBTASKS,
          "With without-subtasks, hash slots leave nodes where the job has no subtask, and the"
              + " store has less memory then; with none, they stay.");
    }
    DrainRules rules =
        new DrainRules(
            nodes.equals(WITHOUT_SUBTASKS),
            section.millis("afterMillis", 0, DAY_MILLIS, TEN_MINUTES_MILLIS));
    section.refuseUnknownKeys();
    return rules;
  }
}
