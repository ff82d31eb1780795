package io.amoeba.coordinator.approve;

/** An order about a plan that cannot be followed; the message says why and what to do instead. */
public final class PlanRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why it cannot be followed. */
  public enum Reason {
    /** There is no such plan. */
    UNKNOWN,
    /** Its state, or the coordinator's, does not allow it. */
    STATE,
    /** It could not be written to the disk, and so would be forgotten by a restart. */
    NOT_KEPT
  }

  private final Reason reason;

  PlanRefused(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** There is no plan of this id. */
  public static PlanRefused unknown(String id) {
    return new PlanRefused(Reason.UNKNOWN, "there is no plan '" + id + "' among the last ones");
  }

  /** Why it cannot be followed. */
  public Reason reason() {
    return reason;
  }
}
