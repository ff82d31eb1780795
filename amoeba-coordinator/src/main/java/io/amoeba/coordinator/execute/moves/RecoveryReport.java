package io.amoeba.coordinator.execute.moves;

import java.util.List;
import java.util.Optional;

/**
 * What a recovery found and did. Immutable.
 *
 * @param begun the move that had been begun, if any
 * @param keysMoved keys that left their primary now
 * @param foreign hash slots that somebody else has opened, which were left alone, in words
 * @param reasons why it could not be done; what could not be done but does not matter
 */
public record RecoveryReport(
    RecoveryEnd end,
    Optional<OpenHashSlots> begun,
    long keysMoved,
    List<String> foreign,
    List<String> reasons) {

  public RecoveryReport {
    foreign = List.copyOf(foreign);
    reasons = List.copyOf(reasons);
  }
}
