package io.amoeba.streaming.protocol.join;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Who may begin to stream in one tick, over all steps: so many senders at a time, and none of them
 * twice. Earlier steps ask first.
 */
final class SenderPlaces {

  private final Set<String> busy;
  private final int places;

  /**
   * @param streaming the senders that stream already
   */
  SenderPlaces(int places, Collection<String> streaming) {
    this.places = places;
    busy = new HashSet<>(streaming);
  }

  /** Returns whether the sender may begin; then it has its place. */
  boolean take(String sender) {
    return busy.size() < places && busy.add(sender);
  }
}
