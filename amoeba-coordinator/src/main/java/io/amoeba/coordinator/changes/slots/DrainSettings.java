package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;
import java.util.List;

/**
 * Whether the store leaves nodes without subtasks. Immutable.
 *
 * @param wanted whether it does
 * @param stabilizationWindow how long all subtasks must have been where they are before
 */
public record DrainSettings(boolean wanted, Duration stabilizationWindow) {

  /** It stays where it is. */
  public static final DrainSettings NONE = new DrainSettings(false, Duration.ZERO);

  /** The value by which it does. */
  static final String WITHOUT_SUBTASKS = "without-subtasks";

  /** Reads the section about it. */
  public static DrainSettings read(YamlSection section) {
    String nodes =
        section.oneOf(
            "nodes",
            List.of("none", WITHOUT_SUBTASKS),
            "none",
            "With without-subtasks, hash slots leave nodes where the job has no subtask, and the"
                + " store has less memory then; with none, they stay.");
    DrainSettings drain =
        new DrainSettings(
            nodes.equals(WITHOUT_SUBTASKS),
            section.duration(
                "stabilizationWindow", Duration.ZERO, Duration.ofDays(1), Duration.ofMinutes(10)));
    section.refuseUnknownKeys();
    return drain;
  }
}
