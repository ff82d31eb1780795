package io.amoeba.coordinator.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a plan does: a record that is one {@link Change}, which Jackson writes to the plan file and
 * reads from there. Immutable.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public interface PlanAction {

  /**
   * The share (0 … 1) of an operator's hash slots that are on the node of their subtask, before and
   * after. Immutable.
   */
  record AlignedShare(String operator, double before, double after) {}

  /** A share as the API shows it. Immutable. */
  record ShareView(String operator, double alignedBefore, double alignedAfter) {

    /** Some of them. */
    public static List<ShareView> of(List<AlignedShare> shares) {
      return shares.stream()
          .map(share -> new ShareView(share.operator(), share.before(), share.after()))
          .toList();
    }
  }

  /** Code of the kind of change, in lower case with underscores: a part of API and plan file. */
  String kind();

  /** What it changes. */
  Set<Effect> effects();

  /** Whether it has an effect. */
  default boolean has(Effect effect) {
    return effects().contains(effect);
  }

  /**
   * What else has to change before it brings its gain. The next plan with such an effect belongs to
   * its outcome, which is measured after both.
   */
  default Set<Effect> awaited() {
    return Set.of();
  }

  /** Hash slots of the cluster that go to another owner, at most 16,384. */
  default int movedHashSlots() {
    return 0;
  }

  /**
   * How often a hash slot goes to another owner: one that several operators route counts once for
   * each of them. Limits are about this number, since each operator hands its records over.
   */
  default int reassignedHashSlots() {
    return movedHashSlots();
  }

  /** Primaries that go to another server as a whole. */
  default int migratedPrimaries() {
    return 0;
  }

  /** Servers that it starts. */
  default int startedServers() {
    return 0;
  }

  /** Subtasks that the job has more, or fewer, afterwards. */
  default int addedSubtasks() {
    return 0;
  }

  /** Keys that move between nodes of the store; empty: not known in advance. */
  default OptionalLong movedKeys() {
    return OptionalLong.of(0);
  }

  /** Hash slots that move between servers with their keys. */
  default List<Transfer> transfers() {
    return List.of();
  }

  /** New owners of hash slots, for each operator that gets a new placement map. */
  default List<EdgeAlignment> alignments() {
    return List.of();
  }

  /** What it brings if that is no rise of the share of local requests. */
  default Optional<PlanGain.AvoidedLoss> avoidedLoss() {
    return Optional.empty();
  }

  /** How much there is to do: its duration grows with it. At least 1. */
  default int effort() {
    return 1;
  }

  /** The alignment of each of its operators. */
  default List<AlignedShare> shares() {
    return List.of();
  }

  /** The change in a few words, for people: "7 hash slots move". */
  default String text() {
    return movedHashSlots() + " hash slots move";
  }

  /** The change part by part, a line for each, for people. */
  List<String> lines();

  /** What the change costs, for people: "7 hash slots move to another primary". */
  String costText(PlanCost cost);

  /**
   * The change as the API shows it: a record that Jackson writes, as the field that has the name of
   * the kind in camel case. Empty: {@link #alignments} are all of it.
   */
  Optional<Record> view();

  /** How far a plan is before anything is done. */
  PlanProgress noProgress();

  /** Whether both end in the same owners, whatever led to them. */
  boolean sameOutcome(PlanAction other);

  /** Whether the other one is what is left of this one when some of it is done. */
  default boolean leaves(PlanAction other) {
    return sameOutcome(other);
  }

  /**
   * Whether it does again what the earlier one has done, because that was undone. Maps are not
   * undone: they follow job and store, whoever changes these.
   */
  default boolean repeats(PlanAction earlier) {
    return earlier.sameOutcome(this) || earlier.leaves(this);
  }

  /** Whether people alone order such plans, so that none is ever due by itself. */
  default boolean isOrdered() {
    return false;
  }

  /** Whether a plan that has failed is made again although nothing has changed. */
  default boolean retriesAfterFailure() {
    return true;
  }

  /** The same action if it is of a kind; empty if it is of another one. */
  default <A extends PlanAction> Optional<A> as(Class<A> kind) {
    return Optional.of(this).filter(kind::isInstance).map(kind::cast);
  }
}
