package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinPorts.StreamSessions;
import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;

/**
 * The streaming of one step, by as many senders at a time as there are places for.
 *
 * <p>A failed sender is asked for all of its part again; the others' parts stay. That is safe while
 * the members hold the step's tokens: each range has one sender, so nothing that the failed attempt
 * left out was to come from another, and since before the first attempt every write reaches the
 * joining node itself. A break of that ends the whole step, and with it this object.
 */
final class StepStream {

  private final List<SenderTransfer> parts = new ArrayList<>();
  private final StreamSessions sessions;

  StepStream(List<Transfer> transfers, JoinSettings settings, StreamSessions sessions) {
    transfers.forEach(transfer -> parts.add(new SenderTransfer(transfer, settings)));
    this.sessions = sessions;
  }

  /** Follows the sessions. */
  void poll(long nowMillis) {
    parts.forEach(part -> part.poll(nowMillis));
  }

  /** Lets the senders begin that are due and for which there is a place. */
  void begin(RollCall roll, Places places, long nowMillis) {
    for (SenderTransfer part : parts) {
      if (part.mayStart(nowMillis) && roll.alive(part.sender()) && places.take(part.sender())) {
        part.start(sessions);
      }
    }
  }

  /** These tables must come once more from all that have brought theirs. Not while any streams. */
  void again(SortedSet<UUID> tables) {
    parts.forEach(part -> part.again(tables));
  }

  boolean complete() {
    return parts.stream().allMatch(SenderTransfer::complete);
  }

  List<String> running() {
    return parts.stream().filter(SenderTransfer::running).map(SenderTransfer::sender).toList();
  }

  /** Why the senders that are not running wait. */
  String reason(RollCall roll) {
    List<String> reasons = new ArrayList<>();
    for (SenderTransfer part : parts) {
      if (part.complete() || part.running()) {
        continue;
      }
      if (roll.hibernating(part.sender())) {
        reasons.add("sender " + part.sender() + " hibernates: start it without join_ring=false");
      } else if (!roll.alive(part.sender())) {
        reasons.add("sender " + part.sender() + " is down: start it");
      } else {
        part.failure()
            .ifPresent(
                reason -> reasons.add(part.sender() + " failed and is tried again: " + reason));
      }
    }
    return String.join("; ", reasons);
  }

  long bytesDone() {
    return parts.stream().mapToLong(SenderTransfer::bytesDone).sum();
  }

  long bytesTotal() {
    return parts.stream().mapToLong(SenderTransfer::bytesTotal).sum();
  }

  /** The data whose size the sender has announced. */
  DataSize measured() {
    return parts.stream()
        .filter(part -> part.complete() || part.bytesTotal() > 0)
        .map(part -> new DataSize(part.share(), part.bytesTotal()))
        .reduce(DataSize.NONE, DataSize::plus);
  }

  void abort() {
    parts.forEach(SenderTransfer::abort);
  }

  /**
   * Who may begin to stream in one tick, over all steps: so many senders at a time, and none of
   * them twice. Earlier steps ask first.
   */
  static final class Places {

    private final Set<String> busy;
    private final int places;

    /**
     * @param streaming the senders that stream already
     */
    Places(int places, Collection<String> streaming) {
      this.places = places;
      busy = new HashSet<>(streaming);
    }

    /** Returns whether the sender may begin; then it has its place. */
    boolean take(String sender) {
      return busy.size() < places && busy.add(sender);
    }
  }
}
