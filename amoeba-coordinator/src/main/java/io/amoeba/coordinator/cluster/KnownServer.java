package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.List;

/**
 * A server as another one, or it itself, sees it. Immutable.
 *
 * @param primaryId its primary's id, or empty for a primary
 * @param epoch the configuration epoch of its claim to its hash slots
 * @param hashSlots in ascending order
 */
public record KnownServer(
    String id,
    ServerAddress address,
    String primaryId,
    Health health,
    long epoch,
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

  public KnownServer {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Whether it is a primary, in this view. */
  public boolean isPrimary() {
    return primaryId.isEmpty();
  }
}
