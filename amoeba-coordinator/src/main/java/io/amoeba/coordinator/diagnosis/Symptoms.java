package io.amoeba.coordinator.diagnosis;

import java.util.List;
import java.util.Locale;

/**
 * Makes the symptoms, each in one place: who is concerned, what was seen, and what to do. Shares
 * are 0 … 1. Stateless.
 */
public final class Symptoms {

  private static final double HASH_SLOTS = 16_384;

  private Symptoms() {}

  /** The stream processor did not answer. */
  public static Symptom flinkUnreachable(String reason) {
    return Symptom.of(
        SymptomCode.FLINK_UNREACHABLE,
        "Flink",
        "no answer: " + reason + "; the last placement maps stay in force",
        "Check that the JobManager runs, and that flink.url is its address.");
  }

  /**
   * The store did not answer.
   *
   * @param hasMaps whether there is a job that works by placement maps
   */
  public static Symptom redisUnreachable(String reason, boolean hasMaps) {
    return Symptom.of(
        SymptomCode.REDIS_UNREACHABLE,
        "Redis",
        "no answer: " + reason + (hasMaps ? "; the last placement maps stay in force" : ""),
        "Check that the nodes of redis.endpoints run and accept the coordinator's connections.");
  }

  /**
   * No running job has the configured name, or none runs at all.
   *
   * @param wanted name; empty: any job
   */
  public static Symptom jobMissing(String wanted, List<String> running) {
    return Symptom.of(
        SymptomCode.JOB_MISSING,
        wanted,
        (wanted.isEmpty() ? "no job runs" : "no running job has this name")
            + (running.isEmpty() ? "" : "; running: " + String.join(", ", running)),
        wanted.isEmpty()
            ? "Start the job."
            : "Start the job, or set flink.job to the name of a running one.");
  }

  /**
   * Several jobs could be meant.
   *
   * @param wanted name; empty: any job
   */
  public static Symptom jobAmbiguous(String wanted, List<String> running) {
    String jobs = String.join(", ", running);
    return wanted.isEmpty()
        ? Symptom.of(
            SymptomCode.JOB_AMBIGUOUS,
            "",
            "several jobs run: " + jobs,
            "Set flink.job to the name of one of them.")
        : Symptom.of(
            SymptomCode.JOB_AMBIGUOUS,
            wanted,
            "several running jobs have this name: " + jobs,
            "Cancel or rename all but one.");
  }

  /**
   * A host that is neither an address nor a DNS name.
   *
   * @param source where it was read
   */
  public static Symptom hostUnusable(String source, String host) {
    return Symptom.of(
        SymptomCode.HOST_UNUSABLE,
        source,
        "names the host '" + host + "', which is neither an IP address nor a DNS name",
        "Correct the server's host name, or find out which server answers in its place.");
  }

  /** Checkpoints may overtake records, which loses some of them on these versions of Flink. */
  public static Symptom unalignedCheckpointsUnsafe(String job, String version) {
    return Symptom.of(
        SymptomCode.UNALIGNED_CHECKPOINTS_UNSAFE,
        job,
        "forces unaligned checkpoints on Flink "
            + version
            + ", where a changed placement map loses records on recovery",
        "Disable unaligned checkpoints, or use Flink 2.2.1 or newer.");
  }

  /** The job has no custom-partitioned exchange. */
  public static Symptom nothingToAlign(String job) {
    return Symptom.of(
        SymptomCode.NOTHING_TO_ALIGN,
        job,
        "has no operator behind an aligned partitioner",
        "Put AlignedRouting in front of the operators that work on Redis.");
  }

  /** The job has no keyed operator of the name that the store is to follow. */
  public static Symptom nothingToFollow(String wanted, List<String> operators) {
    return Symptom.of(
        SymptomCode.NOTHING_TO_FOLLOW,
        "flink.storeFollows",
        "names '%s', which is no keyed operator of the job; its operators are %s"
            .formatted(wanted, String.join(", ", operators)),
        "Set flink.storeFollows to the first operator behind keyBy.");
  }

  /** Task managers know an operator by its name, which has control characters. */
  public static Symptom operatorNameUnprintable(String operator) {
    return Symptom.of(
        SymptomCode.OPERATOR_NAME_UNPRINTABLE,
        operator,
        "the operator's name has control characters",
        "Rename the operator.");
  }

  /** Where the subtasks run is not certain now. */
  public static Symptom subtasksUnsettled(String operator) {
    return Symptom.of(
        SymptomCode.SUBTASKS_UNSETTLED,
        operator,
        "subtasks are starting or moving; waiting for two equal reads",
        "");
  }

  /** Task managers do not report every router of the operator: none would take its map. */
  public static Symptom reportsMissing(String operator) {
    return Symptom.of(
        SymptomCode.REPORTS_MISSING,
        operator,
        "no report from any task manager",
        "Set amoeba.coordinator.url for the job's task managers.");
  }

  /** A task manager refuses maps that break a rule. */
  public static Symptom mapsRefused(String taskManager, long count) {
    return Symptom.of(
        SymptomCode.MAPS_REFUSED,
        taskManager,
        "the task manager refused " + count + " placement maps",
        "Read the reasons in its log.");
  }

  /** A hand-over that should have been complete long ago. */
  public static Symptom handOverOverdue(
      String operator, long epoch, long millis, String waitingFor) {
    return Symptom.of(
        SymptomCode.HAND_OVER_OVERDUE,
        operator,
        "the hand-over to epoch %d has taken %d s; %s; records of moved hash slots wait until it ends, at the latest until the job's next restart"
            .formatted(epoch, millis / 1_000, waitingFor),
        "Check that all task managers reach the coordinator, and that the job makes progress.");
  }

  /** The operator routes by hash, or by a map that this coordinator does not know. */
  public static Symptom placementUnknown(String operator) {
    return Symptom.of(
        SymptomCode.PLACEMENT_UNKNOWN,
        operator,
        "routed by hash, or by a placement map of an earlier coordinator",
        "");
  }

  /** Hash slots owned by a subtask that is away from their primary, though one is near it. */
  public static Symptom hashSlotsMisaligned(String operator, int count) {
    return Symptom.of(
            SymptomCode.HASH_SLOTS_MISALIGNED,
            operator,
            counted(count) + " are owned away from their primary",
            "")
        .concerning(count);
  }

  /** Hash slots whose primary's node has no subtask of the operator. */
  public static Symptom hashSlotsWithoutSubtask(String operator, List<String> nodes, int count) {
    return Symptom.of(
        SymptomCode.HASH_SLOTS_WITHOUT_SUBTASK,
        operator,
        "%d hash slots have their primary on %s, where no subtask runs"
            .formatted(count, String.join(", ", nodes)),
        "Run a subtask on each of these nodes, or let plans.drain move their hash slots.");
  }

  /** Fewer subtasks than nodes with primaries. */
  public static Symptom subtasksTooFew(String operator, int parallelism, int storeNodes) {
    return Symptom.of(
        SymptomCode.SUBTASKS_TOO_FEW,
        operator,
        "%d subtasks for %d nodes with primaries: full alignment needs a subtask on each of them"
            .formatted(parallelism, storeNodes),
        "Raise the operator's parallelism.");
  }

  /** Requests leave their node although the map is aligned. */
  public static Symptom requestsRemote(String operator, double share) {
    return Symptom.of(
        SymptomCode.REQUESTS_REMOTE,
        operator,
        percent(share)
            + " of the store requests leave their node although every hash slot is aligned",
        "Partition the stream by the same key as the store.");
  }

  /** An operator that the store is to follow has key groups that are no sets of hash slots. */
  public static Symptom keyGroupsNotHashSlots(String operator, int maxParallelism) {
    return Symptom.of(
        SymptomCode.KEY_GROUPS_NOT_HASH_SLOTS,
        operator,
        "its maximum parallelism is "
            + maxParallelism
            + ", so that its key groups are not hash slots",
        "Set the maximum parallelism to a power of two up to 16384.");
  }

  /** Hash slots whose subtask of a keyed stream is on a node without a primary. */
  public static Symptom keyGroupsWithoutPrimary(String operator, List<String> nodes, int count) {
    return Symptom.of(
        SymptomCode.KEY_GROUPS_WITHOUT_PRIMARY,
        operator,
        "%d hash slots belong to subtasks on %s, where no primary runs"
            .formatted(count, String.join(", ", nodes)),
        "Run a primary on each of these nodes.");
  }

  /** Hash slots whose primary is away from the subtask of a keyed stream that has them. */
  public static Symptom hashSlotsAwayFromStream(String operator, int count) {
    return Symptom.of(
            SymptomCode.HASH_SLOTS_AWAY_FROM_STREAM,
            operator,
            counted(count) + " have their primary away from the subtask with their key group",
            "")
        .concerning(count);
  }

  /** Hash slots without a primary. */
  public static Symptom hashSlotsUncovered(int count) {
    return Symptom.of(
        SymptomCode.HASH_SLOTS_UNCOVERED,
        "Redis",
        count + " hash slots have no primary",
        "Bring back their primary, or give them to another one: redis-cli --cluster fix.");
  }

  /**
   * Hash slots that nobody serves, although primaries believe that another one does. A plan that
   * moves them would contradict the owner that a person chooses.
   */
  public static Symptom hashSlotsUnserved(String text, String remedy) {
    return Symptom.of(SymptomCode.HASH_SLOTS_UNSERVED, "Redis", text, remedy);
  }

  /**
   * A primary with replicas does background work. A note only: it is normal for any persistent
   * server, and a warning with each save would hide others.
   *
   * @param work its kinds, as text
   */
  public static Symptom upkeepOnPrimary(String server, String work) {
    return Symptom.of(
        SymptomCode.UPKEEP_ON_PRIMARY,
        server,
        "this primary does background work while replicas could lead: " + work,
        "");
  }

  /**
   * The last background work of a server failed. A warning: the data on its disk become outdated,
   * and it may reject writes, as a primary or after its promotion.
   *
   * @param work its kinds, as text
   */
  public static Symptom upkeepFailed(String server, String work) {
    return Symptom.of(
        SymptomCode.UPKEEP_FAILED,
        server,
        "the last background work failed: " + work,
        "Read the reason in the server's log: often a full disk, or too little memory for a fork.");
  }

  /** If this primary fails, no server takes over its hash slots. A warning: the shard works. */
  public static Symptom noFailoverCandidate(String server, String reason) {
    return Symptom.of(
        SymptomCode.NO_FAILOVER_CANDIDATE,
        server,
        "no replica could take over: " + reason,
        "Start a replica of this primary, or repair the named ones.");
  }

  /** The migration of a primary is half done. */
  public static Symptom migrationHalfDone(String text) {
    return Symptom.of(SymptomCode.MIGRATION_HALF_DONE, "", text, "");
  }

  /** The lead of a shard is away, and its round does not go on as planned. */
  public static Symptom roundHalfDone(String primary, String text) {
    return Symptom.of(
        SymptomCode.ROUND_HALF_DONE,
        primary,
        text,
        "Wait: the lead returns as soon as it can. amoeba abort leaves it where it is.");
  }

  /** The job is being rescaled, and may be stopped; nothing else begins before it runs again. */
  public static Symptom rescaleHalfDone(String text) {
    return Symptom.of(SymptomCode.RESCALE_HALF_DONE, "", text, "");
  }

  /** The coordinator has stopped the job and cannot start it. */
  public static Symptom jobDown(String text, String remedy) {
    return Symptom.of(SymptomCode.JOB_DOWN, "", text, remedy);
  }

  /** A plan has ended, and what it had begun is still being ended. */
  public static Symptom endedPlanUnfinished(String plan) {
    return Symptom.of(
        SymptomCode.ENDED_PLAN_UNFINISHED,
        plan,
        "the plan has ended, and its unfinished change is not recovered yet",
        "");
  }

  /**
   * A change that is due was tried before, and waits for its next attempt.
   *
   * @param kind of change
   */
  public static Symptom changeHeld(String kind, String text, String remedy) {
    return Symptom.of(SymptomCode.CHANGE_HELD, kind, text, remedy);
  }

  /**
   * A change that is due was tried so often that it waits for a person.
   *
   * @param kind of change
   */
  public static Symptom changeGivenUp(String kind, String text, String remedy) {
    return Symptom.of(SymptomCode.CHANGE_GIVEN_UP, kind, text, remedy);
  }

  private static String counted(int hashSlots) {
    return hashSlots + " hash slots (" + percent(hashSlots / HASH_SLOTS) + ")";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
