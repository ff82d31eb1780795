package io.amoeba.coordinator.plan;

/** A precondition of a plan, and whether it was met when the plan was made. Immutable. */
public record PlanCheck(Subject subject, Outcome outcome, String text) {

  /** What was checked. */
  public enum Subject {
    /** Job and store are known for certain. */
    SEEN,
    /** Nothing that was begun earlier is half done. */
    HALF_DONE,
    /** What moves has room where it goes. */
    ROOM,
    /** Servers that get hash slots or primaries hold what primaries hold beside keys. */
    MEMBERS,
    /** Enough is gained. */
    RISE,
    /** What the policy counts is known. */
    EARLIER_PLANS,
    /** A limit of the policy. */
    HASH_SLOTS_PER_PLAN,
    /** A limit of the policy. */
    HASH_SLOTS_PER_HOUR,
    /** A limit of the policy. */
    BYTES_PER_HOUR,
    /** A limit of the policy. */
    PRIMARIES_PER_HOUR,
    /** A limit of the policy. */
    RESCALES_PER_HOUR,
    /** The policy's rest after a plan. */
    COOL_DOWN,
    /** The policy's time of the day. */
    WINDOW
  }

  /** What was found. */
  public enum Outcome {
    /** It is as it should be. */
    MET,
    /** It is not. */
    NOT_MET,
    /** It could not be found out. */
    UNKNOWN
  }

  /** A check that came to an end. */
  public static PlanCheck of(Subject subject, boolean met, String text) {
    return new PlanCheck(subject, met ? Outcome.MET : Outcome.NOT_MET, text);
  }

  /** A check for which something was not told. */
  public static PlanCheck unknown(Subject subject, String text) {
    return new PlanCheck(subject, Outcome.UNKNOWN, text);
  }

  /** Whether the precondition is known to be met. */
  public boolean isMet() {
    return outcome == Outcome.MET;
  }
}
