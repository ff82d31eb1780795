package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node says: which id owns which hash slots, and which ones it has in transition itself.
 * Immutable.
 *
 * @param address {@code host:port} for people
 * @param epochs configuration epoch of every node by id, as far as this one has heard of it
 * @param pings its pings of every other node, by id
 */
public record PrimaryView(
    String id,
    String address,
    Map<String, List<HashSlotSpan>> owners,
    List<Transition> transitions,
    Map<String, Long> epochs,
    Map<String, PingState> pings) {

  /**
   * A hash slot that a primary has noted as {@code MIGRATING} or {@code IMPORTING}. Immutable.
   *
   * @param migrating true: it migrates to the other primary; false: it is imported from there
   * @param other id of the other primary
   */
  public record Transition(int hashSlot, boolean migrating, String other) {

    /** In words, with the primary that has noted it. */
    String of(String primary) {
      return "hash slot %d %s %s, says %s"
          .formatted(hashSlot, migrating ? "migrates to" : "is imported from", other, primary);
    }
  }

  /**
   * A node's pings of another one, as CLUSTER NODES tells of them. A node has at most one ping of
   * another one under way, and the answer comes back on the connection on which the ping went out.
   * Immutable.
   *
   * @param pendingMillis when the ping was sent that is not yet answered, 0: every ping is answered
   * @param answeredMillis when the last answer came, by the clock of the node that sent the ping
   */
  public record PingState(long pendingMillis, long answeredMillis) {

    private static final int MILLIS_PER_SECOND = 1_000;

    /** Whether a ping is not yet answered. */
    boolean isPending() {
      return pendingMillis != 0;
    }

    /**
     * Whether the last answer came to the node itself. It also takes over what others say of
     * theirs, but they say it in whole seconds.
     */
    boolean isOwnAnswer() {
      return answeredMillis % MILLIS_PER_SECOND != 0;
    }
  }

  public PrimaryView {
    owners = Map.copyOf(owners);
    transitions = List.copyOf(transitions);
    epochs = Map.copyOf(epochs);
    pings = Map.copyOf(pings);
  }

  /** Who owns a hash slot, in its view. */
  Optional<String> ownerOf(int hashSlot) {
    return owners.entrySet().stream()
        .filter(e -> e.getValue().stream().anyMatch(s -> contains(s, hashSlot)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether it owns a hash slot, in its own view. */
  boolean owns(int hashSlot) {
    return owners.getOrDefault(id, List.of()).stream().anyMatch(s -> contains(s, hashSlot));
  }

  /** The hash slots that it sees a node own. */
  BitSet ownedBy(String node) {
    BitSet owned = new BitSet();
    owners.getOrDefault(node, List.of()).forEach(span -> owned.set(span.from(), span.to() + 1));
    return owned;
  }

  /** A node's epoch, as far as it has heard of it; -1: it does not know the node. */
  long epochOf(String node) {
    return epochs.getOrDefault(node, -1L);
  }

  /** What it has noted of a hash slot. */
  List<Transition> transitionsOf(int hashSlot) {
    return transitions.stream().filter(noted -> noted.hashSlot() == hashSlot).toList();
  }

  private static boolean contains(HashSlotSpan span, int hashSlot) {
    return span.from() <= hashSlot && hashSlot <= span.to();
  }

  @Override
  public String toString() {
    return address + " (" + id + ")";
  }
}
