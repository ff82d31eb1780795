package io.amoeba.coordinator.changes.failover;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.Transfer;
import java.util.Map;

/**
 * Primaries that have migrated, and what is going on, in words (empty: nothing). Whether a
 * migration is half done only its migrator knows. Immutable.
 */
@JsonTypeName("primaries")
public record PrimaryProgress(int primaries, String underWay) implements PlanProgress {

  /** No primary has migrated. */
  public static final PrimaryProgress NONE = new PrimaryProgress(0, "");

  @Override
  public PlanProgress withUnderWay(String now) {
    return new PrimaryProgress(primaries, now);
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
    return plan.action().transfers().stream()
        .limit(primaries)
        .mapToInt(Transfer::hashSlotCount)
        .sum();
  }

  @Override
  public int migratedPrimaries() {
    return primaries;
  }

  @Override
  public String text(ChangePlan plan) {
    return "%d of %d primaries have migrated%s"
        .formatted(
            primaries,
            plan.action().migratedPrimaries(),
            underWay.isEmpty() ? "" : "; " + underWay);
  }

  @Override
  public Map<String, Object> fields() {
    return Map.of("primariesMigrated", primaries);
  }

  @Override
  public void check(ChangePlan plan) {
    PlanProgress.super.check(plan);
    int all = plan.action().migratedPrimaries();
    if (primaries < 0 || primaries > all) {
      throw new IllegalArgumentException(
          "%d of %d primaries cannot have migrated".formatted(primaries, all));
    }
  }
}
