package io.amoeba.coordinator.cluster;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A migration that servers carry out by themselves: all of its hash slots change their owner at one
 * moment, or none does. Immutable.
 *
 * @param id as the servers name it
 * @param attempts how often it has begun again by itself
 * @param said what it says of its state, for people
 */
public record AtomicMigration(
    String id, List<HashSlotSpan> hashSlots, State state, int attempts, String said) {

  /** How far it has come. */
  public enum State {
    /** It may still move its hash slots. */
    UNDER_WAY,
    /** It has moved them. */
    COMPLETED,
    /** It has not moved them, and never will. */
    ENDED
  }

  public AtomicMigration {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Whether it may still move its hash slots. */
  public boolean isUnderWay() {
    return state == State.UNDER_WAY;
  }

  /** Whether it is about exactly these hash slots. */
  public boolean isOf(SlotsInTransition slots) {
    return hashSlots.stream()
        .flatMapToInt(span -> IntStream.rangeClosed(span.from(), span.to()))
        .boxed()
        .sorted()
        .toList()
        .equals(slots.hashSlots().stream().sorted().toList());
  }

  @Override
  public String toString() {
    return "migration %s (%s)".formatted(id, said);
  }
}
