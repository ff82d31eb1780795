package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.plan.AlignRouting;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.StartServers;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How far a plan's action has come, one kind for each kind of action. Immutable. */
public sealed interface PlanProgress {

  /** Nothing is done yet. */
  static PlanProgress none(PlanAction action) {
    if (action instanceof MigratePrimaries) {
      return Migrations.NONE;
    }
    if (action instanceof StartServers) {
      return Starts.NONE;
    }
    if (action instanceof RescaleJob) {
      return Rescaling.NONE;
    }
    return action instanceof AlignRouting ? Routing.NONE : Moves.NONE;
  }

  /** Whether there is something left to begin. */
  boolean hasMore(ChangePlan plan);

  /** Whether all is done. */
  boolean isComplete(ChangePlan plan);

  /** Whether nothing is half done. */
  boolean isAtSafePoint();

  /**
   * How often a hash slot has got a new owner, or is about to get it: one that several operators
   * route counts once for each of them.
   */
  int reassignedHashSlots(ChangePlan plan);

  /** How much is done, for people. */
  String text(ChangePlan plan);

  /** The same with what goes on now, in words, where that is told. */
  default PlanProgress withUnderWay(String now) {
    return this;
  }

  /** Why there is nothing left to do although it is not complete, if that is so. */
  default Optional<String> failure() {
    return Optional.empty();
  }

  /** Epochs of the maps that were published, and the edges that work by theirs. Immutable. */
  record Routing(Map<EdgeId, Long> epochs, Set<EdgeId> complete) implements PlanProgress {

    static final Routing NONE = new Routing(Map.of(), Set.of());

    public Routing {
      epochs = Map.copyOf(epochs);
      complete = Set.copyOf(complete);
    }

    /** Edges whose hand-over has begun and is not complete. */
    public Set<EdgeId> underWay() {
      Set<EdgeId> edges = new HashSet<>(epochs.keySet());
      edges.removeAll(complete);
      return edges;
    }

    @Override
    public boolean hasMore(ChangePlan plan) {
      return plan.alignments().stream().anyMatch(a -> !epochs.containsKey(a.edge()));
    }

    @Override
    public boolean isComplete(ChangePlan plan) {
      return complete.size() == plan.alignments().size();
    }

    @Override
    public boolean isAtSafePoint() {
      return underWay().isEmpty();
    }

    @Override
    public int reassignedHashSlots(ChangePlan plan) {
      return plan.alignments().stream()
          .filter(alignment -> epochs.containsKey(alignment.edge()))
          .mapToInt(EdgeAlignment::movedHashSlots)
          .sum();
    }

    @Override
    public String text(ChangePlan plan) {
      return complete.size()
          + " of "
          + plan.alignments().size()
          + " operators work by their new map, "
          + underWay().size()
          + " on the way";
    }
  }

  /**
   * Hash slots that have moved, and keys as far as is known. Whether one is half moved only its
   * mover knows. Immutable.
   */
  record Moves(int hashSlots, long keys) implements PlanProgress {

    static final Moves NONE = new Moves(0, 0);

    @Override
    public boolean hasMore(ChangePlan plan) {
      return true; // the mover says when the cluster agrees about all of them
    }

    @Override
    public boolean isComplete(ChangePlan plan) {
      return hashSlots == plan.movedHashSlots();
    }

    @Override
    public boolean isAtSafePoint() {
      return false;
    }

    @Override
    public int reassignedHashSlots(ChangePlan plan) {
      return hashSlots;
    }

    @Override
    public String text(ChangePlan plan) {
      return "%d of %d hash slots have moved, with %d keys"
          .formatted(hashSlots, plan.movedHashSlots(), keys);
    }
  }

  /**
   * Primaries that have migrated, and what is going on, in words (empty: nothing). Whether a
   * migration is half done only its migrator knows. Immutable.
   */
  record Migrations(int primaries, String underWay) implements PlanProgress {

    static final Migrations NONE = new Migrations(0, "");

    @Override
    public PlanProgress withUnderWay(String now) {
      return new Migrations(primaries, now);
    }

    @Override
    public boolean hasMore(ChangePlan plan) {
      return true; // the migrator says when it has come to an end
    }

    @Override
    public boolean isComplete(ChangePlan plan) {
      return primaries == plan.action().migratedPrimaries();
    }

    @Override
    public boolean isAtSafePoint() {
      return false;
    }

    @Override
    public int reassignedHashSlots(ChangePlan plan) {
      return plan.action() instanceof MigratePrimaries action
          ? action.movedHashSlots(primaries)
          : 0;
    }

    @Override
    public String text(ChangePlan plan) {
      return "%d of %d primaries have migrated%s"
          .formatted(
              primaries,
              plan.action().migratedPrimaries(),
              underWay.isEmpty() ? "" : "; " + underWay);
    }
  }

  /**
   * Servers that have become members. A server that does not yet run is not half done. Immutable.
   */
  record Starts(int members) implements PlanProgress {

    static final Starts NONE = new Starts(0);

    @Override
    public boolean hasMore(ChangePlan plan) {
      return true; // who starts them says when every primary knows all of them
    }

    @Override
    public boolean isComplete(ChangePlan plan) {
      return plan.action() instanceof StartServers action && members == action.servers().size();
    }

    @Override
    public boolean isAtSafePoint() {
      return false;
    }

    @Override
    public int reassignedHashSlots(ChangePlan plan) {
      return 0;
    }

    @Override
    public String text(ChangePlan plan) {
      int servers = plan.action() instanceof StartServers action ? action.servers().size() : 0;
      return "%d of %d servers are empty members".formatted(members, servers);
    }
  }

  /**
   * The id of the job that runs with the new parallelism (empty: none yet), what is going on, in
   * words (empty: nothing), and why it came to another end (empty: it did not). Immutable.
   */
  record Rescaling(String job, String underWay, String ended) implements PlanProgress {

    static final Rescaling NONE = new Rescaling("", "", "");

    @Override
    public PlanProgress withUnderWay(String now) {
      return new Rescaling(job, now, ended);
    }

    @Override
    public boolean hasMore(ChangePlan plan) {
      return true; // who rescales it says when the job runs
    }

    @Override
    public boolean isComplete(ChangePlan plan) {
      return !job.isEmpty();
    }

    @Override
    public boolean isAtSafePoint() {
      return false;
    }

    @Override
    public int reassignedHashSlots(ChangePlan plan) {
      return 0;
    }

    @Override
    public Optional<String> failure() {
      return Optional.of(ended).filter(reason -> !reason.isEmpty());
    }

    @Override
    public String text(ChangePlan plan) {
      int subtasks = plan.action() instanceof RescaleJob action ? action.to() : 0;
      if (!job.isEmpty()) {
        return "job %s has %d subtasks".formatted(job, subtasks);
      }
      if (!ended.isEmpty()) {
        return ended;
      }
      return underWay.isEmpty() ? "no job has %d subtasks".formatted(subtasks) : underWay;
    }
  }
}
