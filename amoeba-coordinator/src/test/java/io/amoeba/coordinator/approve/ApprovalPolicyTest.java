package io.amoeba.coordinator.approve;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.PrimaryProgress;
import io.amoeba.coordinator.changes.routing.RoutingProgress;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCheck.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalPolicyTest {

  private static final Instant NOW = Instant.parse("2026-08-22T12:00:00Z");

  @Test
  void withoutLimitsNothingSpeaksAgainstAPlan() {
    assertThat(ApprovalPolicy.UNLIMITED.objections(plan(16_384), List.of(done(16_384, 1)), NOW))
        .isEmpty();
  }

  @Test
  void aPlanThatIsTooLargeWaits() {
    ApprovalPolicy policy = policy(OptionalInt.of(100), OptionalInt.empty(), 0);

    assertThat(policy.objections(plan(100), List.of(), NOW)).isEmpty();
    assertThat(policy.objections(plan(101), List.of(), NOW))
        .extracting(PlanCheck::text)
        .containsExactly("it moves 101 hash slots and a plan may move 100");
  }

  @Test
  void limitsCountAHashSlotOnceForEachOperatorThatRoutesItElsewhere() {
    PlanRecord three =
        PlanRecord.proposed(
            "plan-9", "coordinator", Plans.proposal("t", 0, 50, "Toll", "Accident", "Report"), NOW);

    assertThat(
            policy(OptionalInt.of(149), OptionalInt.of(200), 0)
                .objections(three, List.of(done(51, 59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "it moves 50 hash slots (150 over all operators) and a plan may move 149",
            "it moves 50 hash slots (150 over all operators), 51 were moved within the last hour,"
                + " and 200 may be");
    assertThat(
            policy(OptionalInt.of(150), OptionalInt.of(201), 0)
                .objections(three, List.of(done(51, 59)), NOW))
        .isEmpty();
  }

  @Test
  void whatWasMovedWithinTheHourCounts() {
    ApprovalPolicy policy = policy(OptionalInt.empty(), OptionalInt.of(100), 0);

    assertThat(policy.objections(plan(50), List.of(done(50, 59), done(90, 61)), NOW)).isEmpty();
    assertThat(policy.objections(plan(51), List.of(done(50, 59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "it moves 51 hash slots, 50 were moved within the last hour, and 100 may be");
  }

  @Test
  void primariesThatMigratedWithinTheHourCount() {
    ApprovalPolicy policy =
        new ApprovalPolicy(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalInt.of(3),
            OptionalInt.empty(),
            Duration.ZERO,
            Optional.empty());

    assertThat(policy.objections(migration("a>s", "b>t"), List.of(migrated(1, 59)), NOW)).isEmpty();
    assertThat(policy.objections(migration("a>s", "b>t"), List.of(migrated(2, 61)), NOW)).isEmpty();
    assertThat(policy.objections(migration("a>s", "b>t"), List.of(migrated(2, 59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "it migrates 2 primaries, 2 were migrated within the last hour, and 3 may be");
    assertThat(policy.objections(plan(10), List.of(migrated(4, 5)), NOW)).isEmpty();
  }

  @Test
  void bytesThatMovedWithinTheHourCount() {
    ApprovalPolicy policy = bytesPerHour(3 << 20);

    assertThat(policy.objections(drain(OptionalLong.of(2 << 20)), List.of(drained(5, 61)), NOW))
        .isEmpty();
    assertThat(policy.objections(drain(OptionalLong.of(2 << 20)), List.of(drained(5, 59)), NOW))
        .as("half of 2 MiB")
        .isEmpty();
    assertThat(policy.objections(drain(OptionalLong.of(2 << 20)), List.of(drained(10, 59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "it moves 2.0 MiB, 2.0 MiB were moved within the last hour, and 3.0 MiB may be");
    assertThat(policy.objections(plan(10), List.of(drained(10, 59)), NOW))
        .as("maps move no bytes")
        .isEmpty();
  }

  @Test
  void whatMovesAnUnknownNumberOfBytesWaits() {
    ApprovalPolicy policy = bytesPerHour(3 << 20);

    assertThat(policy.objections(drain(OptionalLong.empty()), List.of(), NOW))
        .extracting(PlanCheck::text)
        .containsExactly("how many bytes it moves is not known, and 3.0 MiB may be within an hour");
    assertThat(policy.objections(drain(OptionalLong.of(1)), List.of(migrated(1, 59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "how many bytes plan-1 moved within the last hour is not known, and 3.0 MiB may be");
    assertThat(ApprovalPolicy.UNLIMITED.objections(drain(OptionalLong.empty()), List.of(), NOW))
        .isEmpty();
  }

  private static ApprovalPolicy bytesPerHour(long bytes) {
    return new ApprovalPolicy(
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.of(bytes),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Duration.ZERO,
        Optional.empty());
  }

  private static PlanRecord drain(OptionalLong bytes) {
    return PlanRecord.proposed("plan-9", "coordinator", Plans.drain("t", 0, 9, bytes), NOW);
  }

  /** It has moved some of its ten hash slots with 2 MiB. */
  private static PlanRecord drained(int hashSlots, int minutesAgo) {
    Instant at = NOW.minus(Duration.ofMinutes(minutesAgo));
    return PlanRecord.proposed(
            "plan-1", "coordinator", Plans.drain("t", 0, 9, OptionalLong.of(2 << 20)), at)
        .to(new PlanEvent(at, PlanState.APPROVED, "policy", ""))
        .to(new PlanEvent(at, PlanState.EXECUTING, "coordinator", ""))
        .advanced(new SlotProgress(hashSlots, 7))
        .to(new PlanEvent(at, PlanState.FAILED, "coordinator", ""));
  }

  @Test
  void rescalesOfTheJobWithinTheHourCountAndAreFollowedByTheCoolDown() {
    ApprovalPolicy policy =
        new ApprovalPolicy(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalInt.of(1),
            Duration.ofMinutes(10),
            Optional.empty());

    assertThat(policy.objections(rescale(0), List.of(rescale(61)), NOW)).isEmpty();
    assertThat(policy.objections(rescale(0), List.of(rescale(59)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly(
            "it rescales the job, which was done 1 times within the last hour, and may be 1 times");
    assertThat(policy.objections(plan(10), List.of(rescale(59)), NOW)).isEmpty();
    assertThat(policy.objections(plan(10), List.of(rescale(9)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly("the cool-down lasts until 2026-08-22T12:01:00Z");
  }

  @Test
  void everyLimitThatConcernsAPlanIsACheckWithWhatWasFound() {
    ApprovalPolicy policy =
        new ApprovalPolicy(
            OptionalInt.of(10),
            OptionalInt.of(14),
            OptionalLong.of(1 << 20),
            OptionalInt.of(1),
            OptionalInt.of(1),
            Duration.ofMinutes(1),
            Optional.of(new TimeWindow(LocalTime.of(11, 0), LocalTime.of(13, 0), ZoneOffset.UTC)));

    assertThat(policy.checks(drain(OptionalLong.empty()).proposal(), List.of(done(5, 59)), NOW))
        .containsExactly(
            PlanCheck.of(
                Subject.HASH_SLOTS_PER_PLAN, true, "it moves 10 hash slots and a plan may move 10"),
            PlanCheck.of(
                Subject.HASH_SLOTS_PER_HOUR,
                false,
                "it moves 10 hash slots, 5 were moved within the last hour, and 14 may be"),
            PlanCheck.unknown(
                Subject.BYTES_PER_HOUR,
                "how many bytes it moves is not known, and 1.0 MiB may be within an hour"),
            PlanCheck.of(Subject.COOL_DOWN, true, "no plan has ended within the cool-down"),
            PlanCheck.of(Subject.WINDOW, true, "plans are approved only in 11:00 … 13:00 Z"));
    assertThat(ApprovalPolicy.UNLIMITED.checks(plan(1).proposal(), List.of(), NOW)).isEmpty();
  }

  private static PlanRecord rescale(int minutesAgo) {
    Instant at = NOW.minus(Duration.ofMinutes(minutesAgo));
    return PlanRecord.proposed("plan-1", "coordinator", Plans.rescale("t"), at)
        .to(new PlanEvent(at, PlanState.APPROVED, "alice", ""))
        .to(new PlanEvent(at, PlanState.EXECUTING, "coordinator", ""))
        .to(new PlanEvent(at, PlanState.FAILED, "coordinator", ""));
  }

  @Test
  void hashSlotsOfMigratedPrimariesCountAsMoved() {
    ApprovalPolicy policy = policy(OptionalInt.of(19), OptionalInt.empty(), 0);

    assertThat(policy.objections(migration("a>s", "b>t"), List.of(), NOW))
        .extracting(PlanCheck::text)
        .containsExactly("it moves 20 hash slots and a plan may move 19");
  }

  @Test
  void afterAPlanComesTheCoolDown() {
    ApprovalPolicy policy = policy(OptionalInt.empty(), OptionalInt.empty(), 10);

    assertThat(policy.objections(plan(1), List.of(done(1, 11)), NOW)).isEmpty();
    assertThat(policy.objections(plan(1), List.of(done(1, 9)), NOW))
        .extracting(PlanCheck::text)
        .containsExactly("the cool-down lasts until 2026-08-22T12:01:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "08:00, 18:00, true",
    "12:00, 13:00, true",
    "11:00, 12:00, false",
    "22:00, 06:00, false",
    "22:00, 12:01, true",
  })
  void windowsMayGoOverMidnight(LocalTime from, LocalTime to, boolean open) {
    ApprovalPolicy policy =
        new ApprovalPolicy(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Duration.ZERO,
            Optional.of(new TimeWindow(from, to, ZoneOffset.UTC)));

    assertThat(policy.objections(plan(1), List.of(), NOW).isEmpty()).isEqualTo(open);
  }

  @Test
  void everyObjectionIsNamed() {
    ApprovalPolicy policy = policy(OptionalInt.of(1), OptionalInt.of(1), 10);

    assertThat(policy.objections(plan(5), List.of(done(5, 5)), NOW)).hasSize(3);
  }

  private static ApprovalPolicy policy(OptionalInt perPlan, OptionalInt perHour, int minutes) {
    return new ApprovalPolicy(
        perPlan,
        perHour,
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Duration.ofMinutes(minutes),
        Optional.empty());
  }

  private static PlanRecord plan(int moved) {
    return PlanRecord.proposed("plan-9", "coordinator", Plans.proposal("t", 0, moved, "Toll"), NOW);
  }

  private static PlanRecord done(int moved, int minutesAgo) {
    Instant at = NOW.minus(Duration.ofMinutes(minutesAgo));
    return PlanRecord.proposed("plan-1", "coordinator", Plans.proposal("t", 0, moved, "Toll"), at)
        .to(new PlanEvent(at, PlanState.APPROVED, "policy", ""))
        .to(new PlanEvent(at, PlanState.EXECUTING, "coordinator", ""))
        .advanced(new RoutingProgress(Map.of(Plans.TOLL, 1L), Set.of(Plans.TOLL)))
        .to(new PlanEvent(at, PlanState.COMPLETED, "coordinator", ""));
  }

  private static PlanRecord migration(String... fromTo) {
    return PlanRecord.proposed("plan-9", "coordinator", Plans.migrations("t", fromTo), NOW);
  }

  /** Ended before all of its four primaries had migrated. */
  private static PlanRecord migrated(int primaries, int minutesAgo) {
    Instant at = NOW.minus(Duration.ofMinutes(minutesAgo));
    return PlanRecord.proposed(
            "plan-1", "coordinator", Plans.migrations("t", "a>s", "b>t", "c>u", "d>v"), at)
        .to(new PlanEvent(at, PlanState.APPROVED, "policy", ""))
        .to(new PlanEvent(at, PlanState.EXECUTING, "coordinator", ""))
        .advanced(new PrimaryProgress(primaries))
        .to(new PlanEvent(at, PlanState.FAILED, "coordinator", ""));
  }
}
