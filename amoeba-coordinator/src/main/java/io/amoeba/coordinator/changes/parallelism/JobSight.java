package io.amoeba.coordinator.changes.parallelism;

/**
 * How a job stands. Immutable.
 *
 * @param allRun whether every subtask runs, or has finished
 * @param begun whether a subtask may have processed something; false only where none was deployed
 * @param parallelism the largest of its operators
 * @param failure why it failed, empty if it did not or that is not known
 */
public record JobSight(
    Standing standing, boolean allRun, boolean begun, int parallelism, String failure) {

  /** Whether there is a job, and what has become of it. */
  public enum Standing {
    /** Nothing is known of a job with this id. */
    ABSENT,
    /** It runs, starts or restarts. */
    ALIVE,
    /** It is being canceled, or fails for good: it has not ended, and will not go on. */
    ENDING,
    FINISHED,
    CANCELED,
    FAILED;

    /** Whether there is a job that has not ended. */
    public boolean isOpen() {
      return this == ALIVE || this == ENDING;
    }
  }

  /** There is no such job. */
  public static final JobSight NONE = new JobSight(Standing.ABSENT, false, false, 0, "");
}
