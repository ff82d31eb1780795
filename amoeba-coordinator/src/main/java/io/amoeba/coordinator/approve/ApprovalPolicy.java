package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.ByteCount;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The limits within which the coordinator approves plans by itself in mode act: hash slots that one
 * plan, and all plans of the last hour, may move; bytes of keys that all plans of the last hour may
 * move; primaries that they may migrate; how often the job may be rescaled within an hour; rest
 * after the end of a plan; time of the day. Immutable.
 */
public record ApprovalPolicy(
    OptionalInt hashSlotsPerPlan,
    OptionalInt hashSlotsPerHour,
    OptionalLong bytesPerHour,
    OptionalInt primariesPerHour,
    OptionalInt rescalesPerHour,
    Duration coolDown,
    Optional<TimeWindow> window) {

  /** Approves everything. */
  public static final ApprovalPolicy UNLIMITED =
      new ApprovalPolicy(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Duration.ZERO,
          Optional.empty());

  /** Everything that speaks against a plan now; none: it is approved. */
  public List<String> objections(PlanRecord plan, List<PlanRecord> history, Instant now) {
    List<String> objections = new ArrayList<>();
    int moves = plan.proposal().cost().movedHashSlots();
    if (hashSlotsPerPlan.isPresent() && moves > hashSlotsPerPlan.getAsInt()) {
      objections.add(
          "it moves %d hash slots and a plan may move %d"
              .formatted(moves, hashSlotsPerPlan.getAsInt()));
    }
    List<PlanRecord> lastHour = begunSince(now.minus(1, ChronoUnit.HOURS), history);
    if (hashSlotsPerHour.isPresent()) {
      int moved = lastHour.stream().mapToInt(PlanRecord::movedHashSlots).sum();
      if (moved + moves > hashSlotsPerHour.getAsInt()) {
        objections.add(
            "it moves %d hash slots, %d were moved within the last hour, and %d may be"
                .formatted(moves, moved, hashSlotsPerHour.getAsInt()));
      }
    }
    bytesPerHour.ifPresent(most -> bytes(most, plan, lastHour).ifPresent(objections::add));
    int migrates = plan.plan().action().migratedPrimaries();
    if (primariesPerHour.isPresent() && migrates > 0) {
      int migrated = lastHour.stream().mapToInt(PlanRecord::migratedPrimaries).sum();
      if (migrated + migrates > primariesPerHour.getAsInt()) {
        objections.add(
            "it migrates %d primaries, %d were migrated within the last hour, and %d may be"
                .formatted(migrates, migrated, primariesPerHour.getAsInt()));
      }
    }
    if (rescalesPerHour.isPresent() && plan.plan().action().changesStream()) {
      long rescaled = lastHour.stream().filter(p -> p.plan().action().changesStream()).count();
      if (rescaled + 1 > rescalesPerHour.getAsInt()) {
        objections.add(
            "it rescales the job, which was done %d times within the last hour, and may be %d times"
                .formatted(rescaled, rescalesPerHour.getAsInt()));
      }
    }
    lastEnd(history)
        .map(end -> end.plus(coolDown))
        .filter(rested -> rested.isAfter(now))
        .ifPresent(
            rested ->
                objections.add(
                    "the cool-down lasts until " + rested.truncatedTo(ChronoUnit.SECONDS)));
    window
        .filter(time -> !time.contains(now))
        .ifPresent(time -> objections.add("plans are approved only in " + time));
    return objections;
  }

  /** What nobody has counted may be any number, and so waits for people. */
  private static Optional<String> bytes(long most, PlanRecord plan, List<PlanRecord> lastHour) {
    OptionalLong moves = plan.proposal().cost().movedBytes();
    if (!plan.plan().action().changesStore() || plan.plan().movedHashSlots() == 0) {
      return Optional.empty();
    }
    if (moves.isEmpty()) {
      return Optional.of(
          "how many bytes it moves is not known, and %s may be within an hour"
              .formatted(ByteCount.text(most)));
    }
    long moved = 0;
    for (PlanRecord other : lastHour) {
      OptionalLong bytes = movedBytes(other);
      if (bytes.isEmpty()) {
        return Optional.of(
            "how many bytes %s moved within the last hour is not known, and %s may be"
                .formatted(other.id(), ByteCount.text(most)));
      }
      moved += bytes.getAsLong();
    }
    return moved + moves.getAsLong() <= most
        ? Optional.empty()
        : Optional.of(
            "it moves %s, %s were moved within the last hour, and %s may be"
                .formatted(
                    ByteCount.text(moves.getAsLong()),
                    ByteCount.text(moved),
                    ByteCount.text(most)));
  }

  /** Of what a plan moves, the part that has moved by now. */
  private static OptionalLong movedBytes(PlanRecord plan) {
    int moved = plan.movedHashSlots();
    if (!plan.plan().action().changesStore() || moved == 0) {
      return OptionalLong.of(0);
    }
    OptionalLong all = plan.proposal().cost().movedBytes();
    return all.isEmpty()
        ? all
        : OptionalLong.of(
            Math.round((double) all.getAsLong() * moved / plan.plan().movedHashSlots()));
  }

  private static List<PlanRecord> begunSince(Instant from, List<PlanRecord> history) {
    return history.stream()
        .filter(
            plan ->
                plan.since(PlanState.EXECUTING).filter(begun -> begun.isAfter(from)).isPresent())
        .toList();
  }

  private static Optional<Instant> lastEnd(List<PlanRecord> history) {
    return history.stream()
        .filter(ApprovalPolicy::hasChangedSomething)
        .flatMap(plan -> plan.endedAt().stream())
        .max(Comparator.naturalOrder());
  }

  private static boolean hasChangedSomething(PlanRecord plan) {
    return plan.movedHashSlots() > 0
        || !plan.epochs().isEmpty()
        || (plan.plan().action().changesStream() && plan.since(PlanState.EXECUTING).isPresent());
  }
}
