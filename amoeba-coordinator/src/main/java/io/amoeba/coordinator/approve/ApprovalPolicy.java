package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.ByteCount;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCheck.Subject;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.yaml.YamlSection;
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
 * plan, and all plans of the last hour, may move, counted once for each operator; bytes of keys
 * that all plans of the last hour may move; primaries that they may migrate; how often the job may
 * be rescaled within an hour; rest after the end of a plan; time of the day. Immutable.
 */
public record ApprovalPolicy(
    OptionalInt maxHashSlotsPerPlan,
    OptionalInt maxHashSlotsPerHour,
    OptionalLong maxBytesPerHour,
    OptionalInt maxPrimariesPerHour,
    OptionalInt maxRescalesPerHour,
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

  /** Reads the limits; without them, everything is approved. */
  public static ApprovalPolicy read(YamlSection section) {
    int most = Integer.MAX_VALUE;
    ApprovalPolicy policy =
        new ApprovalPolicy(
            section.limit("maxHashSlotsPerPlan", 0, most),
            section.limit("maxHashSlotsPerHour", 0, most),
            section.sizeLimit(
                "maxBytesPerHour",
                "Remove the key for no limit; in mode propose, operators approve every plan."),
            section.limit("maxPrimariesPerHour", 0, most),
            section.limit("maxRescalesPerHour", 0, most),
            section.duration("coolDown", Duration.ZERO, Duration.ofDays(1), Duration.ZERO),
            section.has("window")
                ? Optional.of(TimeWindow.read(section.section("window")))
                : Optional.empty());
    section.refuseUnknownKeys();
    return policy;
  }

  /** Everything that speaks against a plan now; none: it is approved. */
  public List<PlanCheck> objections(PlanRecord plan, List<PlanRecord> history, Instant now) {
    return checks(plan.proposal(), history, now).stream().filter(check -> !check.isMet()).toList();
  }

  /** Each limit that there is and concerns a plan, and whether the plan is within it now. */
  public List<PlanCheck> checks(Proposal proposal, List<PlanRecord> history, Instant now) {
    List<PlanCheck> checks = new ArrayList<>();
    PlanAction action = proposal.plan().action();
    int moves = action.reassignedHashSlots();
    String itMoves =
        "it moves %d hash slots".formatted(action.movedHashSlots())
            + (moves == action.movedHashSlots() ? "" : " (%d over all operators)".formatted(moves));
    maxHashSlotsPerPlan.ifPresent(
        most ->
            checks.add(
                PlanCheck.of(
                    Subject.HASH_SLOTS_PER_PLAN,
                    moves <= most,
                    "%s and a plan may move %d".formatted(itMoves, most))));
    List<PlanRecord> lastHour = begunSince(now.minus(1, ChronoUnit.HOURS), history);
    if (maxHashSlotsPerHour.isPresent()) {
      int most = maxHashSlotsPerHour.getAsInt();
      int moved = lastHour.stream().mapToInt(PlanRecord::reassignedHashSlots).sum();
      checks.add(
          PlanCheck.of(
              Subject.HASH_SLOTS_PER_HOUR,
              moved + moves <= most,
              "%s, %d were moved within the last hour, and %d may be"
                  .formatted(itMoves, moved, most)));
    }
    if (maxBytesPerHour.isPresent() && action.has(Effect.STORE) && moves > 0) {
      checks.add(bytes(maxBytesPerHour.getAsLong(), proposal, lastHour));
    }
    int migrates = action.migratedPrimaries();
    if (maxPrimariesPerHour.isPresent() && migrates > 0) {
      int most = maxPrimariesPerHour.getAsInt();
      int migrated = lastHour.stream().mapToInt(PlanRecord::migratedPrimaries).sum();
      checks.add(
          PlanCheck.of(
              Subject.PRIMARIES_PER_HOUR,
              migrated + migrates <= most,
              "it migrates %d primaries, %d were migrated within the last hour, and %d may be"
                  .formatted(migrates, migrated, most)));
    }
    if (maxRescalesPerHour.isPresent() && action.has(Effect.JOB)) {
      int most = maxRescalesPerHour.getAsInt();
      long rescaled = lastHour.stream().filter(p -> p.plan().action().has(Effect.JOB)).count();
      checks.add(
          PlanCheck.of(
              Subject.RESCALES_PER_HOUR,
              rescaled + 1 <= most,
              "it rescales the job, which was done %d times within the last hour, and may be %d times"
                  .formatted(rescaled, most)));
    }
    coolDown(history, now).ifPresent(checks::add);
    window.ifPresent(
        time ->
            checks.add(
                PlanCheck.of(
                    Subject.WINDOW, time.contains(now), "plans are approved only in " + time)));
    return checks;
  }

  private Optional<PlanCheck> coolDown(List<PlanRecord> history, Instant now) {
    if (coolDown.isZero()) {
      return Optional.empty();
    }
    return Optional.of(
        lastEnd(history)
            .map(end -> end.plus(coolDown))
            .filter(rested -> rested.isAfter(now))
            .map(
                rested ->
                    PlanCheck.of(
                        Subject.COOL_DOWN,
                        false,
                        "the cool-down lasts until " + rested.truncatedTo(ChronoUnit.SECONDS)))
            .orElseGet(
                () ->
                    PlanCheck.of(
                        Subject.COOL_DOWN, true, "no plan has ended within the cool-down")));
  }

  /** What nobody has counted may be any number, and so waits for people. */
  private static PlanCheck bytes(long most, Proposal proposal, List<PlanRecord> lastHour) {
    OptionalLong moves = proposal.cost().movedBytes();
    if (moves.isEmpty()) {
      return PlanCheck.unknown(
          Subject.BYTES_PER_HOUR,
          "how many bytes it moves is not known, and %s may be within an hour"
              .formatted(ByteCount.text(most)));
    }
    long moved = 0;
    for (PlanRecord other : lastHour) {
      OptionalLong bytes = movedBytes(other);
      if (bytes.isEmpty()) {
        return PlanCheck.unknown(
            Subject.BYTES_PER_HOUR,
            "how many bytes %s moved within the last hour is not known, and %s may be"
                .formatted(other.id(), ByteCount.text(most)));
      }
      moved += bytes.getAsLong();
    }
    return PlanCheck.of(
        Subject.BYTES_PER_HOUR,
        moved + moves.getAsLong() <= most,
        "it moves %s, %s were moved within the last hour, and %s may be"
            .formatted(
                ByteCount.text(moves.getAsLong()), ByteCount.text(moved), ByteCount.text(most)));
  }

  /** Of what a plan moves, the part that has moved by now. */
  private static OptionalLong movedBytes(PlanRecord plan) {
    int moved = plan.reassignedHashSlots();
    if (!plan.plan().action().has(Effect.STORE) || moved == 0) {
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
    return plan.reassignedHashSlots() > 0
        || !plan.epochs().isEmpty()
        || (plan.plan().action().has(Effect.JOB) && plan.since(PlanState.EXECUTING).isPresent());
  }
}
