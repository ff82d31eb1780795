package io.amoeba.linearroad.run;

import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementLog;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.CoordinatorState;
import io.amoeba.linearroad.observe.HashSlotLayout;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leads the coordinator through a run: observe, align, change the maps again and again if that is
 * wanted, rest; or aligned from the beginning, until somebody adds a node. A coordinator that is
 * away for a moment, or starts anew, is led on when it is back. Confined to one thread.
 */
final class Adaptation {
  /** The operator whose maps are counted; all operators change at the same pace. */
  static final String COUNTED_OPERATOR = "Toll";

  /** What is being done. */
  enum Phase {
    /** The coordinator only observes. */
    WAITING,
    /** The first alignment is under way. */
    ALIGNING,
    /** The store follows the job to a new node, then routing follows. */
    GROWING,
    /** Maps change in the rhythm that was asked for. */
    DRILLING,
    /** The maps go back to the planned ones. */
    RETURNING,
    /** All operators work by aligned maps. */
    ALIGNED
  }

  private static final Duration ALIGN_TIMEOUT = Duration.ofSeconds(60);
  private static final long ALIGN_STEP_MILLIS = 100;

  private final CoordinatorClient coordinator;
  private final RunOptions.Alignment wanted;
  private final LongSupplier clockMillis;
  private final PlacementLog placements = new PlacementLog();
  private Phase phase = Phase.WAITING;
  private @Nullable CoordinatorState state;
  private @Nullable HashSlotLayout layoutBefore;
  private long beginMillis;
  private long migratedMillis;
  private long firstAlignedMillis;
  private long alignedMillis;
  private long firstEpoch;
  private long lastEpoch;
  private long switchesOfEarlierStarts;
  private long switchesOfThisStart;
  private String startOfDrill = "";

  Adaptation(CoordinatorClient coordinator, RunOptions.Alignment wanted, LongSupplier clockMillis) {
    this.coordinator = coordinator;
    this.wanted = wanted;
    this.clockMillis = clockMillis;
  }

  /**
   * Lets the coordinator act, and waits for the first alignment: without input nothing is lost by
   * waiting.
   *
   * @param meanwhile may throw what makes waiting useless
   */
  void align(Runnable meanwhile) throws InterruptedException {
    begin();
    long deadlineNanos = System.nanoTime() + ALIGN_TIMEOUT.toNanos();
    while (adaptationMillis() == 0) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException(
            "The job was not aligned within %d s. The coordinator says: %s"
                .formatted(
                    ALIGN_TIMEOUT.toSeconds(), state == null ? "nothing" : state.symptoms()));
      }
      step();
      meanwhile.run();
      Pause.millis(ALIGN_STEP_MILLIS);
    }
  }

  /** Lets the coordinator act from now on. */
  void begin() throws InterruptedException {
    if (phase == Phase.WAITING) {
      phase = Phase.ALIGNING;
      layoutBefore = layout();
      beginMillis = clockMillis.getAsLong();
      try {
        coordinator.act();
      } catch (IOException e) {
        return; // the next step tries again
      }
    }
  }

  /** Somebody adds a node: from now on it counts until the store and routing have followed. */
  void grow() {
    phase = Phase.GROWING;
    layoutBefore = layout();
    beginMillis = clockMillis.getAsLong();
    migratedMillis = 0;
    firstAlignedMillis = 0;
    alignedMillis = 0;
  }

  /** Ends the drill, if there is one. */
  void rest() {
    if (phase == Phase.DRILLING) {
      phase = Phase.RETURNING;
    }
  }

  /** Asks the coordinator what it does, and for what is to be done next. */
  void step() throws InterruptedException {
    try {
      long askedMillis = clockMillis.getAsLong();
      CoordinatorState now = coordinator.state();
      state = now;
      placements.saw(placement(now), askedMillis, clockMillis.getAsLong());
      if (phase != Phase.WAITING && now.mode().equals("observe")) {
        coordinator.act();
        return;
      }
      if (phase != Phase.WAITING && now.migratedMillis() > beginMillis) {
        migratedMillis = now.migratedMillis();
      }
      lastEpoch = Math.max(lastEpoch, now.epochOf(COUNTED_OPERATOR));
      step(now);
    } catch (IOException e) {
      // It is away, or is not ready for this yet: the next step tries again.
      return;
    }
  }

  private void step(CoordinatorState now) throws IOException, InterruptedException {
    switch (phase) {
      case ALIGNING -> {
        if (now.isAligned()) {
          aligned(now);
        }
      }
      case GROWING -> {
        if (migratedMillis > 0 && now.lastPlanMillis() > migratedMillis && now.isAligned()) {
          aligned(now);
        }
      }
      case DRILLING -> drill(now);
      case RETURNING -> {
        countSwitches(now);
        if (now.drilling()) {
          coordinator.stopDrill();
        } else if (now.isAligned()) {
          alignedMillis = clockMillis.getAsLong();
          phase = Phase.ALIGNED;
        }
      }
      default -> {
        // Nothing to do.
      }
    }
  }

  private void aligned(CoordinatorState now) {
    // The coordinator looks once more before it says so; on this machine its clock is ours.
    long seenMillis = clockMillis.getAsLong();
    firstAlignedMillis =
        now.lastPlanMillis() > beginMillis
            ? Math.min(now.lastPlanMillis(), seenMillis)
            : seenMillis;
    firstEpoch = now.epochOf(COUNTED_OPERATOR);
    phase = wanted.changesMaps() ? Phase.DRILLING : Phase.ALIGNED;
    alignedMillis = firstAlignedMillis;
  }

  private void drill(CoordinatorState now) throws IOException, InterruptedException {
    countSwitches(now);
    if (now.drilling()) {
      return;
    }
    if (wanted.alternateEvery() != null) {
      coordinator.startDrill(wanted.alternateEvery(), "hash");
    } else if (wanted.realignEvery() != null) {
      coordinator.startDrill(wanted.realignEvery(), "rotated");
    }
  }

  /** The placement that every operator works by; null: none. */
  private @Nullable Placement placement(CoordinatorState now) {
    if (!wanted.alternates() || phase != Phase.DRILLING) {
      return null;
    }
    return switch (now.mapsInForce()) {
      // A job that was restarted elsewhere may have planned maps that are aligned no more.
      case "planned" -> now.isAligned() ? Placement.ALIGNED : null;
      case "hash" -> Placement.HASH;
      default -> null;
    };
  }

  /** A coordinator that was started anew counts from 0 again. */
  private void countSwitches(CoordinatorState now) {
    if (!now.start().equals(startOfDrill)) {
      switchesOfEarlierStarts += switchesOfThisStart;
      switchesOfThisStart = 0;
      startOfDrill = now.start();
    }
    switchesOfThisStart = Math.max(switchesOfThisStart, now.completedSwitches());
  }

  Phase phase() {
    return phase;
  }

  /** What the coordinator said last; null before its first answer. */
  @Nullable CoordinatorState state() {
    return state;
  }

  /** Where hash slots and their owners are, as the coordinator said last; null: not known. */
  @Nullable HashSlotLayout layout() {
    return state == null ? null : state.layout();
  }

  /** The same as it was before the order to act, or the addition of a node. */
  @Nullable HashSlotLayout layoutBefore() {
    return layoutBefore;
  }

  /** When it was told to act, or when a node was added; 0: not yet. */
  long beginMillis() {
    return beginMillis;
  }

  /**
   * From the order to act, or from the addition of a node, to the last subtask that works by the
   * aligned map; 0: not done.
   */
  long adaptationMillis() {
    return firstAlignedMillis == 0 ? 0 : firstAlignedMillis - beginMillis;
  }

  /** When the store had followed the job to all of its nodes; 0: it has not. */
  long migratedMillis() {
    return migratedMillis;
  }

  /** When the last change of maps that was wanted was complete; 0: not yet. */
  long alignedMillis() {
    return phase == Phase.ALIGNED ? alignedMillis : 0;
  }

  /** Changes of operator Toll's map after the first alignment. */
  long mapSwitches() {
    return firstEpoch == 0 || !wanted.changesMaps() ? 0 : lastEpoch - firstEpoch;
  }

  /** When which placement was in force, if they alternate. */
  List<PlacementLog.Span> placements() {
    return placements.spans();
  }

  /** Completed changes of all operators' maps after the first alignment. */
  long mapSwitchesOfAllOperators() {
    return switchesOfEarlierStarts + switchesOfThisStart;
  }
}
