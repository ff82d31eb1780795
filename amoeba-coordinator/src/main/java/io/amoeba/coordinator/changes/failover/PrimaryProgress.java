package io.amoeba.coordinator.changes.failover;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.Transfer;

/** Primaries that have migrated. Immutable. */
@JsonTypeName("primaries")
public record PrimaryProgress(int primaries) implements PlanProgress {

  /** No primary has migrated. */
  public static final PrimaryProgress NONE = new PrimaryProgress(0);

  @Override
  public int done() {
    return primaries;
  }

  @Override
  public int total(ChangePlan plan) {
    return plan.action().migratedPrimaries();
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
    return "%d of %d primaries have migrated".formatted(primaries, total(plan));
  }
}
