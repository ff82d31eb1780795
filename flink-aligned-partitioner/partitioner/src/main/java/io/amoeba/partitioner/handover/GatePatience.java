package io.amoeba.partitioner.handover;

import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how much a gate keeps and for how long: holds the input back when the buffer is full, and
 * fails the task when a hand-over does not end, because a restart ends it. Confined to the task
 * thread.
 */
final class GatePatience {

  private final GateSettings settings;
  private final GateLedger ledger;
  private final HoldBuffer<?> held;
  private final ProcessingTimeService time;
  private final MailboxExecutor mailbox;
  private @Nullable ScheduledFuture<?> markerDeadline;

  GatePatience(
      GateSettings settings,
      GateLedger ledger,
      HoldBuffer<?> held,
      ProcessingTimeService time,
      MailboxExecutor mailbox) {
    this.settings = settings;
    this.ledger = ledger;
    this.held = held;
    this.time = time;
    this.mailbox = mailbox;
  }

  /** Waits until this record may be processed or kept. */
  void makeRoom(Routed<?> routed) throws Exception {
    if (ledger.allMarkersArrived()) {
      awaitRelease(() -> settings.isFull(held) && !ledger.mayProcess(routed));
    } else if (settings.isFullBeforeMarkers(held, ledger.routers())) {
      // Pushing back would keep away the very markers that are missing.
      throw missingMarkers("which is more than fits into the network between them");
    }
  }

  private IllegalStateException missingMarkers(String why) {
    return new IllegalStateException(
        settings.name()
            + ": "
            + held.size()
            + " records ("
            + held.bytes()
            + " bytes) of hash slots that were moved here wait for the routers "
            + ledger.missingRouters()
            + " to switch, "
            + why
            + ". Was the coordinator lost before all of them heard of the map, or does an operator"
            + " before them block? Restarting from the last checkpoint ends the hand-over.");
  }

  private interface Condition {
    boolean holds();
  }

  /** Waits until nothing is kept any more. */
  void awaitEmpty() throws Exception {
    awaitRelease(() -> !held.isEmpty());
  }

  /** Back-pressure: lets only mails run, among them the one that releases. */
  private void awaitRelease(Condition blocked) throws Exception {
    if (!blocked.holds()) {
      return;
    }
    long deadline = time.getCurrentProcessingTime() + settings.timeoutMillis();
    ScheduledFuture<?> wakeUp = time.registerTimer(deadline, at -> {});
    try {
      yieldWhile(blocked, deadline);
    } finally {
      wakeUp.cancel(false);
    }
  }

  private void yieldWhile(Condition blocked, long deadline) throws Exception {
    while (blocked.holds()) {
      if (time.getCurrentProcessingTime() >= deadline) {
        throw new IllegalStateException(
            settings.name()
                + ": "
                + held.size()
                + " records ("
                + held.bytes()
                + " bytes) of hash slots that were moved here have waited "
                + settings.timeoutMillis()
                + " ms for their former owner. Is the coordinator reachable, do checkpoints"
                + " complete? Restarting from the last checkpoint ends the hand-over.");
      }
      mailbox.yield();
    }
  }

  /** A router that never switches keeps records here forever: a restart ends that. */
  void watchMarkers() {
    long epoch = ledger.newestEpoch();
    if (!ledger.lacksMarkersOf(epoch)) {
      if (markerDeadline != null) {
        markerDeadline.cancel(false);
        markerDeadline = null;
      }
    } else if (markerDeadline == null) {
      long now = time.getCurrentProcessingTime();
      markerDeadline =
          time.registerTimer(now + settings.timeoutMillis(), at -> markersAreDue(epoch));
    }
  }

  private void markersAreDue(long epoch) {
    markerDeadline = null;
    if (ledger.lacksMarkersOf(epoch) && !held.isEmpty()) {
      throw missingMarkers("for " + settings.timeoutMillis() + " ms");
    }
    watchMarkers();
  }
}
