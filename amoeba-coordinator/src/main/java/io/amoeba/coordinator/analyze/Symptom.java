package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.monitor.DisownedHashSlots;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Locale;

/**
 * Something in a snapshot that keeps the job from working on its own node, or the coordinator from
 * telling. Shares are 0 … 1. Immutable.
 */
public sealed interface Symptom {

  /** So begins the explanation of an {@linkplain #isAlarm() alarm}. */
  String ALARM = "ALARM";

  /** What is the matter and what to do, for people. */
  String explain();

  /** Whether somebody has to mend it by hand, and at once. */
  default boolean isAlarm() {
    return explain().startsWith(ALARM);
  }

  /** Whether no plan may be made for the operator until this is over. */
  default boolean blocks(String operator) {
    return false;
  }

  /** Until it is over, no plan is made for any operator. */
  sealed interface OfEverything extends Symptom {
    @Override
    default boolean blocks(String operator) {
      return true;
    }
  }

  /** What is the matter with one operator. */
  sealed interface AboutOperator extends Symptom {
    /** The operator's name. */
    String operator();

    /** The explanation without the operator's name. */
    String finding();

    /** The same of several operators. */
    default String findingOfSeveral() {
      return finding();
    }

    @Override
    default String explain() {
      return operator() + ": " + finding();
    }
  }

  /** Until it is over, no plan is made for one operator. */
  sealed interface OfOperator extends AboutOperator {
    @Override
    default boolean blocks(String name) {
      return operator().equals(name);
    }
  }

  /** No running job has the configured name, or none runs at all. */
  record JobMissing(String wanted, List<String> running) implements OfEverything {
    @Override
    public String explain() {
      String name = wanted.isEmpty() ? "no job runs" : "no running job is named '" + wanted + "'";
      return name + (running.isEmpty() ? "" : "; running: " + String.join(", ", running));
    }
  }

  /** Several jobs could be meant. */
  record JobAmbiguous(String wanted, List<String> running) implements OfEverything {
    @Override
    public String explain() {
      String jobs = String.join(", ", running);
      return wanted.isEmpty()
          ? "several jobs run: " + jobs + "; set flink.job to the name of one of them"
          : "several running jobs are named '%s': %s; cancel or rename all but one"
              .formatted(wanted, jobs);
    }
  }

  /** The stream processor did not answer; the last maps stay in force. */
  record StreamUnreachable(String reason) implements OfEverything {
    @Override
    public String explain() {
      return "Flink does not answer: " + reason + "; the last maps stay in force";
    }
  }

  /** A host that is neither an address nor a DNS name. */
  record UnusableHost(String source, String host) implements OfEverything {
    @Override
    public String explain() {
      return source
          + ", names the host '"
          + host
          + "', which is neither an IP address nor a DNS name; no plan is made while it does."
          + " Correct what that server is called, or find out who answers in its place";
    }
  }

  /** An operator whose name has control characters, which its task managers know it by. */
  record UnprintableName(String operator) implements OfOperator {
    @Override
    public String finding() {
      return "its name has control characters; rename the operator to align it";
    }

    @Override
    public String findingOfSeveral() {
      return "their names have control characters; rename the operators to align them";
    }
  }

  /** The store did not answer; the last maps stay in force. */
  record StoreUnreachable(String reason) implements OfEverything {
    @Override
    public String explain() {
      return "Redis does not answer: " + reason + "; the last maps stay in force";
    }
  }

  /** Checkpoints may overtake records, which loses some of them on these versions of Flink. */
  record UnalignedCheckpointsUnsafe(String version) implements OfEverything {
    @Override
    public String explain() {
      return "the job forces unaligned checkpoints on Flink "
          + version
          + ", where a changed map loses records on recovery; switch them off, or use 2.2.1 or newer";
    }
  }

  /** The job has no custom-partitioned exchange. */
  record NothingToAlign(String job) implements Symptom {
    @Override
    public String explain() {
      return "job '" + job + "' has no operator behind an aligned partitioner";
    }
  }

  /** Where the subtasks run is not certain now. */
  record UnsettledSubtasks(String operator) implements OfOperator {
    @Override
    public String finding() {
      return "subtasks are starting or moving; waiting for two equal reads";
    }
  }

  /** Task managers do not report every router of the operator. */
  record ReportsMissing(EdgeId edge) implements AboutOperator {
    private static final String REMEDY =
        "is amoeba.coordinator.url set for the job's task managers?";

    @Override
    public String operator() {
      return edge.operator();
    }

    @Override
    public String finding() {
      return "no task manager reports it; " + REMEDY;
    }

    @Override
    public String findingOfSeveral() {
      return "no task manager reports them; " + REMEDY;
    }

    @Override
    public boolean blocks(String operator) {
      return edge.operator().equals(operator); // nobody would take its map
    }
  }

  /** A task manager refuses maps that break a rule. */
  record MapsRefused(String taskManager, long count) implements Symptom {
    @Override
    public String explain() {
      return "task manager " + taskManager + " refused " + count + " maps; its log says why";
    }
  }

  /** Hash slots without a primary. */
  record UncoveredHashSlots(int count) implements Symptom {
    @Override
    public String explain() {
      return count + " hash slots have no primary";
    }
  }

  /**
   * Hash slots that nobody serves, although primaries believe that another one does. A plan that
   * moves them would contradict the owner that a person chooses.
   */
  record UnservedHashSlots(DisownedHashSlots disowned) implements OfEverything {
    @Override
    public String explain() {
      return "%s: %s. %s".formatted(ALARM, disowned.text(), DisownedHashSlots.REMEDY);
    }
  }

  /** Hash slots whose primary's node has no subtask of the operator. */
  record UnhostedHashSlots(String operator, List<String> nodes, int count)
      implements AboutOperator {
    public UnhostedHashSlots {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String finding() {
      return count
          + " hash slots have their primary on "
          + String.join(", ", nodes)
          + ", where no subtask runs";
    }
  }

  /** More or fewer subtasks than nodes with primaries. */
  record ParallelismMismatch(String operator, int parallelism, int storeNodes)
      implements AboutOperator {
    @Override
    public String finding() {
      return parallelism
          + " subtasks for "
          + storeNodes
          + " nodes with primaries: full alignment needs a subtask on every one";
    }
  }

  /** Hash slots owned by a subtask that is away from their primary, though one is near it. */
  record MisalignedHashSlots(String operator, int count, double share) implements AboutOperator {
    @Override
    public String finding() {
      return count + " hash slots (" + percent(share) + ") are owned away from their primary";
    }

    /** Operators differ in how many these are. */
    @Override
    public String findingOfSeveral() {
      return "hash slots are owned away from their primary";
    }
  }

  /** The operator routes by hash, or by a map that this coordinator does not know. */
  record UnknownPlacement(String operator) implements AboutOperator {
    @Override
    public String finding() {
      return "routed by hash, or by a map of an earlier coordinator";
    }
  }

  /** Requests leave their node although the map is aligned. */
  record RemoteAccesses(String operator, double share) implements AboutOperator {
    @Override
    public String finding() {
      return percent(share)
          + " of the store requests leave their node although every hash slot is aligned;"
          + " is the stream partitioned by the same key as the store?";
    }
  }

  /** The job has no keyed operator of the name that the store is to follow. */
  record NothingToFollow(String wanted, List<String> operators) implements Symptom {
    public NothingToFollow {
      operators = List.copyOf(operators);
    }

    @Override
    public String explain() {
      return "the store is to follow '"
          + wanted
          + "', which is no keyed operator of the job; its operators are "
          + String.join(", ", operators)
          + ". Set flink.storeFollows to the first operator behind keyBy";
    }
  }

  /** An operator that the store is to follow has key groups that are no sets of hash slots. */
  record KeyGroupsNotHashSlots(String operator, int maxParallelism) implements OfOperator {
    @Override
    public String finding() {
      return "its maximum parallelism is "
          + maxParallelism
          + ", so that its key groups are not hash slots; AlignedKeys need a power of two up to"
          + " 16384";
    }
  }

  /** Hash slots whose subtask of a keyed stream is on a node without a primary. */
  record UnhostedKeyGroups(String operator, List<String> nodes, int count)
      implements AboutOperator {
    public UnhostedKeyGroups {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String finding() {
      return count
          + " hash slots belong to subtasks on "
          + String.join(", ", nodes)
          + ", where no primary is";
    }
  }

  /** Hash slots whose primary is away from the subtask of a keyed stream that has them. */
  record HashSlotsAwayFromStream(String operator, int count, double share)
      implements AboutOperator {
    @Override
    public String finding() {
      return count
          + " hash slots ("
          + percent(share)
          + ") have their primary away from the subtask with their key group";
    }
  }

  /** A hash slot is half moved; no plan is made or goes on before it is closed. */
  record HalfMovedHashSlot(String explain) implements OfEverything {}

  /** The migration of a primary is half done; no plan is made or goes on before it has ended. */
  record HalfDoneMigration(String explain) implements OfEverything {}

  /** What a plan had begun before it ended is still being ended; no other one is made before. */
  record WorkOfEndedPlan(String plan) implements OfEverything {
    @Override
    public String explain() {
      return plan + " has ended, and its unfinished change is not recovered yet";
    }
  }

  /**
   * A change that is due was tried before: it failed, or something else undid it. It waits for its
   * next attempt, or for a person.
   *
   * @param givenUp whether it waits for a person
   */
  record HeldChange(String text, boolean givenUp) implements Symptom {
    @Override
    public String explain() {
      return text;
    }
  }

  /** The job is being rescaled, and may be stopped; nothing else begins before it runs again. */
  record HalfDoneRescale(String explain) implements OfEverything {}

  /** A hand-over that should have been complete long ago. */
  record HandOverOverdue(EdgeId edge, long epoch, long millis, String waitingFor)
      implements AboutOperator {
    @Override
    public String operator() {
      return edge.operator();
    }

    @Override
    public String finding() {
      return String.format(
          Locale.ROOT,
          "the hand-over to epoch %d has taken %d s; %s. Do all task managers reach the"
              + " coordinator, and does the job make progress? Records of moved hash slots wait until"
              + " it ends, at the latest with the job's next restart",
          epoch,
          millis / 1_000,
          waitingFor);
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
