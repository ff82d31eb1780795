package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Map;

/**
 * Hash slots that have moved, and keys as far as is known. Whether one is half moved only its mover
 * knows. Immutable.
 */
@JsonTypeName("hash_slots")
public record SlotProgress(int hashSlots, long keys) implements PlanProgress {

  /** No hash slot has moved. */
  public static final SlotProgress NONE = new SlotProgress(0, 0);

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

  @Override
  public Map<String, Object> fields() {
    return Map.of("hashSlotsDone", hashSlots, "keysMoved", keys);
  }
}
