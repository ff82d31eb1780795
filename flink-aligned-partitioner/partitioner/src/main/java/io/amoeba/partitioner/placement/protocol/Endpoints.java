package io.amoeba.partitioner.placement.protocol;

/** Paths and parameters of the coordinator's two endpoints. Stateless. */
public final class Endpoints {

  /** GET: the placement document, when it is newer than the caller's. */
  public static final String PLACEMENT = "/api/v1/placement";

  /** PUT, followed by the task manager's id: its report. */
  public static final String TASK_MANAGERS = "/api/v1/task-managers/";

  /** Of {@link #PLACEMENT}: id of the task manager that asks. */
  public static final String TASK_MANAGER = "taskManager";

  /** Of {@link #PLACEMENT}: the coordinator whose document the caller has. */
  public static final String COORDINATOR = "coordinator";

  /** Of {@link #PLACEMENT}: the version of the document that the caller has. */
  public static final String VERSION = "version";

  /** Of {@link #PLACEMENT}: for how long the caller waits for a newer document. */
  public static final String WAIT_MILLIS = "waitMillis";

  /** Of {@link #PLACEMENT}: what the signature of the answer covers, beside the document. */
  public static final String CHALLENGE = "challenge";

  /** The largest {@link #WAIT_MILLIS} that counts. */
  public static final long MAX_WAIT_MILLIS = 30_000;

  private Endpoints() {}
}
