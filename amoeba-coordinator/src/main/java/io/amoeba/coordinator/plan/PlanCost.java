package io.amoeba.coordinator.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a plan costs: hash slots of the cluster that move to another subtask, or to another primary
 * with their keys; keys that move between nodes of the store (none when only maps change, empty:
 * not known before); about how many bytes these are (empty: servers have not told); and how long it
 * will take by the experience with earlier plans of its kind (empty: there were none). Immutable.
 */
public record PlanCost(
    int movedHashSlots,
    OptionalLong movedKeys,
    OptionalLong movedBytes,
    Optional<Duration> expectedDuration) {

  /** Such as " with about 3.0 MiB"; nothing while the bytes are not known. */
  public String bytesText() {
    return movedBytes.isPresent() ? " with about " + ByteCount.text(movedBytes.getAsLong()) : "";
  }
}
