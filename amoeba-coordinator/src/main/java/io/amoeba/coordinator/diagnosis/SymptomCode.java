package io.amoeba.coordinator.diagnosis;

import io.amoeba.coordinator.diagnosis.Problem.Severity;

/**
 * What the coordinator finds at a tick: the code of each symptom, how much it matters, and which
 * plans it prevents. The names are part of the API; {@code docs/problems.md} explains each.
 */
public enum SymptomCode {
  FLINK_UNREACHABLE(Severity.ERROR, Blocks.EVERY_PLAN),
  REDIS_UNREACHABLE(Severity.ERROR, Blocks.EVERY_PLAN),
  JOB_MISSING(Severity.ERROR, Blocks.EVERY_PLAN),
  JOB_AMBIGUOUS(Severity.ERROR, Blocks.EVERY_PLAN),
  HOST_UNUSABLE(Severity.ERROR, Blocks.EVERY_PLAN),
  UNALIGNED_CHECKPOINTS_UNSAFE(Severity.ERROR, Blocks.EVERY_PLAN),
  NOTHING_TO_ALIGN(Severity.WARNING, Blocks.NOTHING),
  NOTHING_TO_FOLLOW(Severity.WARNING, Blocks.NOTHING),
  OPERATOR_NAME_UNPRINTABLE(Severity.ERROR, Blocks.PLANS_OF_OPERATOR),
  SUBTASKS_UNSETTLED(Severity.NOTE, Blocks.PLANS_OF_OPERATOR),
  REPORTS_MISSING(Severity.WARNING, Blocks.PLANS_OF_OPERATOR),
  MAPS_REFUSED(Severity.ERROR, Blocks.NOTHING),
  HAND_OVER_OVERDUE(Severity.WARNING, Blocks.NOTHING),
  PLACEMENT_UNKNOWN(Severity.WARNING, Blocks.NOTHING),
  HASH_SLOTS_MISALIGNED(Severity.WARNING, Blocks.NOTHING),
  HASH_SLOTS_WITHOUT_SUBTASK(Severity.WARNING, Blocks.NOTHING),
  SUBTASKS_TOO_FEW(Severity.WARNING, Blocks.NOTHING),
  REQUESTS_REMOTE(Severity.WARNING, Blocks.NOTHING),
  KEY_GROUPS_NOT_HASH_SLOTS(Severity.ERROR, Blocks.PLANS_OF_OPERATOR),
  KEY_GROUPS_WITHOUT_PRIMARY(Severity.WARNING, Blocks.NOTHING),
  HASH_SLOTS_AWAY_FROM_STREAM(Severity.WARNING, Blocks.NOTHING),
  HASH_SLOTS_UNCOVERED(Severity.ERROR, Blocks.NOTHING),
  HASH_SLOTS_UNSERVED(Severity.ALARM, Blocks.EVERY_PLAN),
  UPKEEP_ON_PRIMARY(Severity.NOTE, Blocks.NOTHING),
  UPKEEP_FAILED(Severity.WARNING, Blocks.NOTHING),
  NO_FAILOVER_CANDIDATE(Severity.WARNING, Blocks.NOTHING),
  MIGRATION_HALF_DONE(Severity.ERROR, Blocks.EVERY_PLAN),
  ROUND_HALF_DONE(Severity.ERROR, Blocks.EVERY_PLAN),
  RESCALE_HALF_DONE(Severity.ERROR, Blocks.EVERY_PLAN),
  JOB_DOWN(Severity.ALARM, Blocks.EVERY_PLAN),
  ENDED_PLAN_UNFINISHED(Severity.WARNING, Blocks.EVERY_PLAN),
  CHANGE_HELD(Severity.NOTE, Blocks.NOTHING),
  CHANGE_GIVEN_UP(Severity.ERROR, Blocks.NOTHING);

  /** Which plans are neither created nor continued while there is a symptom. */
  public enum Blocks {
    NOTHING,
    /** Plans for the operator that is the subject. */
    PLANS_OF_OPERATOR,
    EVERY_PLAN
  }

  private final Severity severity;
  private final Blocks blocks;

  SymptomCode(Severity severity, Blocks blocks) {
    this.severity = severity;
    this.blocks = blocks;
  }

  /** How much it matters. */
  public Severity severity() {
    return severity;
  }

  /** Which plans it prevents. */
  public Blocks blocks() {
    return blocks;
  }
}
