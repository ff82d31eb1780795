package io.amoeba.coordinator.cluster;

import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * A server as another one, or it itself, sees it: a line of CLUSTER NODES. Immutable. Source: Redis
 * command reference, CLUSTER NODES, "Serialization format".
 *
 * @param otherHosts names that it announces beside its address
 * @param flags as CLUSTER NODES calls them: {@code myself}, {@code master}, {@code fail?} …
 * @param primaryId its primary's id, or empty for a primary
 * @param pings the pings that the one who sees it sends it
 * @param epoch the configuration epoch of its claim to its hash slots
 * @param linked whether the one who sees it is connected to it
 * @param hashSlots in ascending order
 */
public record KnownServer(
    String id,
    ServerAddress address,
    List<String> otherHosts,
    Set<String> flags,
    String primaryId,
    Pings pings,
    long epoch,
    boolean linked,
    List<HashSlotSpan> hashSlots) {

  /** How a server looks to another one. */
  public enum Health {
    GOOD,
    /** They have not completed their handshake; its id is not its own yet. */
    HANDSHAKE,
    /** It does not answer this one, or its address is not known. */
    SUSPECTED,
    /** Most primaries agree that it does not answer. */
    FAILED
  }

  /**
   * A server's pings of another one, as CLUSTER NODES tells of them. A server has at most one ping
   * of another one under way, and the answer comes back on the connection on which the ping went
   * out. Immutable.
   *
   * @param pendingMillis when the ping was sent that is not yet answered, 0: every ping is answered
   * @param answeredMillis when the last answer came, by the clock of the server that sent the ping
   */
  public record Pings(long pendingMillis, long answeredMillis) {

    private static final int MILLIS_PER_SECOND = 1_000;

    /** Whether a ping is not yet answered. */
    public boolean isPending() {
      return pendingMillis != 0;
    }

    /**
     * Whether the last answer came to the server itself. It also takes over what others say of
     * theirs, but they say it in whole seconds.
     */
    public boolean isOwnAnswer() {
      return answeredMillis % MILLIS_PER_SECOND != 0;
    }
  }

  public KnownServer {
    otherHosts = List.copyOf(otherHosts);
    flags = Set.copyOf(flags);
    hashSlots = List.copyOf(hashSlots);
  }

  /** Whether it is a primary, in this view. */
  public boolean isPrimary() {
    return primaryId.isEmpty();
  }

  /** Whether it is the one that says this. */
  public boolean isSelf() {
    return flags.contains("myself");
  }

  /** How it looks to the one that sees it. */
  public Health health() {
    if (isSelf()) {
      return Health.GOOD;
    }
    if (flags.contains("handshake")) {
      return Health.HANDSHAKE;
    }
    if (flags.contains("fail")) {
      return Health.FAILED;
    }
    return flags.contains("fail?") || flags.contains("noaddr") || !linked
        ? Health.SUSPECTED
        : Health.GOOD;
  }

  /** Whether the one that sees it, or most primaries, think that it is down. */
  public boolean isFailing() {
    return flags.contains("fail") || flags.contains("fail?");
  }

  /** Whether it can be connected to: its address is known, and its handshake is completed. */
  public boolean hasAddress() {
    return address.port() > 0 && !flags.contains("noaddr") && !flags.contains("handshake");
  }

  /** Whether it owns a hash slot, in this view. */
  public boolean owns(int hashSlot) {
    return hashSlots.stream().anyMatch(s -> s.from() <= hashSlot && hashSlot <= s.to());
  }

  /** The hash slots that it owns, in this view. */
  public BitSet owned() {
    return HashSlotSpan.bits(hashSlots);
  }

  /** The same as the snapshot has primaries, before they are asked for more. */
  public Primary asPrimary() {
    return new Primary(id, address.host(), address.port(), otherHosts, hashSlots);
  }

  /** How many hash slots it owns, in this view. */
  public int hashSlotCount() {
    return HashSlotSpan.count(hashSlots);
  }
}
