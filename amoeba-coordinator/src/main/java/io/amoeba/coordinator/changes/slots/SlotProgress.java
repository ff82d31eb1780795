package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Map;

/** Hash slots that have moved, and keys as far as is known. Immutable. */
@JsonTypeName("hash_slots")
public record SlotProgress(int hashSlots, long keys) implements PlanProgress {

  /** No hash slot has moved. */
  public static final SlotProgress NONE = new SlotProgress(0, 0);

  @Override
  public int done() {
    return hashSlots;
  }

  @Override
  public int total(ChangePlan plan) {
    return plan.movedHashSlots();
  }

  @Override
  public int reassignedHashSlots(ChangePlan plan) {
    return hashSlots;
  }

  @Override
  public String text(ChangePlan plan) {
    return "%d of %d hash slots have moved, with %d keys".formatted(hashSlots, total(plan), keys);
  }

  @Override
  public Map<String, Object> fields() {
    return Map.of("keysMoved", keys);
  }
}
