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
 * Guides the coordinator through a run: observe, align, change the maps repeatedly if the schedule
 * says so, rest; or align at the start, and again after a node is added. A coordinator that is away
 * or restarts is guided on afterwards. Confined to one thread.
 */
final class Adaptation {
  /** The operator whose maps are counted; all operators change at the same pace. */
  static final String COUNTED_OPERATOR = "Toll";

  /** State of the alignment. */
  enum Phase {
    /** The coordinator only observes. */
    WAITING,
    /** The first alignment is under way. */
    ALIGNING,
    /** Store and job use a new node, then routing follows. */
    GROWING,
    /** Maps change repeatedly. */
    DRILLING,
    /** The maps return to the planned ones. */
    RETURNING,
    /** All operators use aligned maps. */
    ALIGNED
  }

  private static final Duration ALIGN_TIMEOUT = Duration.ofMinutes(3);
  private static final long ALIGN_STEP_MILLIS = 100;

  private final CoordinatorClient coordinator;
  private final RunOptions.Alignment schedule;
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

  Adaptation(
      CoordinatorClient coordinator, RunOptions.Alignment schedule, LongSupplier clockMillis) {
    this.coordinator = coordinator;
    this.schedule = schedule;
    this.clockMillis = clockMillis;
  }

  /**
   * Lets the coordinator act, and waits for the first alignment.
   *
   * @param meanwhile may throw a failure that makes waiting useless
   */
  void align(Runnable meanwhile) throws InterruptedException {
    begin();
    long deadlineNanos = System.nanoTime() + ALIGN_TIMEOUT.toNanos();
    while (adaptationMillis() == 0) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException(
            "The job was not aligned within %d s. The coordinator reports: %s"
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

  /** A node is added: times are measured from now until store, job and routing use it. */
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

  /** Reads the state of the coordinator, and requests its next action. */
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
      // It is away, or not ready yet: the next step tries again.
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
    // The coordinator reports it a tick later; on this machine its clock is ours.
    long seenMillis = clockMillis.getAsLong();
    firstAlignedMillis =
        now.lastPlanMillis() > beginMillis
            ? Math.min(now.lastPlanMillis(), seenMillis)
            : seenMillis;
    firstEpoch = now.epochOf(COUNTED_OPERATOR);
    phase = schedule.changesMaps() ? Phase.DRILLING : Phase.ALIGNED;
    alignedMillis = firstAlignedMillis;
  }

  private void drill(CoordinatorState now) throws IOException, InterruptedException {
    countSwitches(now);
    if (firstEpoch == 0) {
      firstEpoch = now.epochOf(COUNTED_OPERATOR); // it was not told of when all was aligned
    }
    if (now.drilling()) {
      return;
    }
    if (schedule.alternateEvery() != null) {
      coordinator.startDrill(schedule.alternateEvery(), "hash");
    } else if (schedule.realignEvery() != null) {
      coordinator.startDrill(schedule.realignEvery(), "rotated");
    }
  }

  /** The placement of every operator; null: none. */
  private @Nullable Placement placement(CoordinatorState now) {
    if (!schedule.alternates() || phase != Phase.DRILLING) {
      return null;
    }
    return switch (now.mapsInForce()) {
      // Planned maps of a job that was restarted elsewhere may no longer be aligned.
      case "planned" -> now.isAligned() ? Placement.ALIGNED : null;
      case "hash" -> Placement.HASH;
      default -> null;
    };
  }

  /** A restarted coordinator counts from 0. */
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

  /** The last state of the coordinator; null: none yet. */
  @Nullable CoordinatorState state() {
    return state;
  }

  /** Hash slots and their owners in that state; null: not known. */
  @Nullable HashSlotLayout layout() {
    return state == null ? null : state.layout();
  }

  /** The same before the order to act, or the addition of a node. */
  @Nullable HashSlotLayout layoutBefore() {
    return layoutBefore;
  }

  /** When it was ordered to act, or when a node was added; 0: not yet. */
  long beginMillis() {
    return beginMillis;
  }

  /**
   * From the order to act, or from the addition of a node, to the last subtask with an aligned map;
   * 0: not done.
   */
  long adaptationMillis() {
    return firstAlignedMillis == 0 ? 0 : firstAlignedMillis - beginMillis;
  }

  /** When store and job used the same nodes; 0: not yet. */
  long migratedMillis() {
    return migratedMillis;
  }

  /** When the last change of maps was complete; 0: not yet. */
  long alignedMillis() {
    return phase == Phase.ALIGNED ? alignedMillis : 0;
  }

  /** Whether maps are to change repeatedly, and operator Toll's map has not changed yet. */
  boolean awaitsFirstSwitch() {
    return phase == Phase.DRILLING && mapSwitches() == 0;
  }

  /** Changes of operator Toll's map after the first alignment. */
  long mapSwitches() {
    return firstEpoch == 0 || !schedule.changesMaps() ? 0 : lastEpoch - firstEpoch;
  }

  /** The placements in force, if they alternate. */
  List<PlacementLog.Span> placements() {
    return placements.spans();
  }

  /** Completed changes of all operators' maps after the first alignment. */
  long mapSwitchesOfAllOperators() {
    return switchesOfEarlierStarts + switchesOfThisStart;
  }
}
