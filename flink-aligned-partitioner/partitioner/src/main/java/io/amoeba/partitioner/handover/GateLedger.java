package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.Finished;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A gate's knowledge of the hand-over: which epoch is complete, whose markers of the next one have
 * arrived, which former owners have finished. Decides which waiting records may be processed. Pure
 * bookkeeping without Flink; confined to the task thread.
 */
final class GateLedger {

  /*
   * Why a record may be processed (docs/adr/0002):
   *  - its epoch is complete: every record of earlier epochs has been processed everywhere;
   *  - its former owner has finished the epoch before, for the very routers whose markers this gate
   *    has seen. The cohort hash makes a report of an earlier attempt useless;
   *  - a checkpoint that this gate took after the last marker is complete: then the former owner,
   *    which had the same markers before the same barrier, has taken it too, with nothing left over;
   *  - a router says that the epoch is complete, or has gone on to a later one, which it does only
   *    when this one is complete.
   * A router whose input has ended counts as having announced every later epoch: nothing more will
   * come from it.
   */

  private long completeEpoch;
  private long pendingEpoch;
  private int ownersHash;
  private long[] incarnations = new long[0];
  private final BitSet arrived = new BitSet();
  private final Map<Integer, Long> endedIncarnations = new TreeMap<>();
  private boolean allArrived;
  private long cohortHash;
  private final BitSet finishedOwners = new BitSet();
  private List<Finished> lastReports = List.of();
  private long coveringCheckpoint = Long.MAX_VALUE;

  GateLedger(long restoredEpoch) {
    this.completeEpoch = restoredEpoch;
    this.pendingEpoch = -1;
  }

  /**
   * Takes a marker.
   *
   * @return whether it was the last one of its epoch: now everything routed before has arrived
   * @throws IllegalStateException if routers break the protocol; the job must restart
   */
  boolean onMarker(long epoch, Routed.Marker marker) {
    switch (marker.kind) {
      case SETTLED:
        onSettled(epoch, marker);
        return false;
      case ENDED:
        return onEnded(epoch, marker);
      default:
        return onSwitched(epoch, marker);
    }
  }

  private void onSettled(long epoch, Routed.Marker marker) {
    if (epoch > pendingEpoch || (epoch == pendingEpoch && !allArrived)) {
      throw new IllegalStateException(
          "router "
              + marker.router
              + " says that epoch "
              + epoch
              + " is complete, while this gate lacks markers of it");
    }
    completeEpoch = Math.max(completeEpoch, epoch);
  }

  private boolean onEnded(long epoch, Routed.Marker marker) {
    endedIncarnations.put(marker.router, marker.incarnation);
    return pendingEpoch > epoch && arrived(marker.router, marker.incarnation);
  }

  private boolean onSwitched(long epoch, Routed.Marker marker) {
    if (epoch != pendingEpoch) {
      begin(epoch, marker);
    }
    if (marker.routers != incarnations.length
        || marker.router < 0
        || marker.router >= marker.routers
        || marker.ownersHash != ownersHash) {
      throw new IllegalStateException(
          "router "
              + marker.router
              + " announces epoch "
              + epoch
              + " with another map or another number of routers than its peers: two coordinators"
              + " may be publishing; stop one");
    }
    if (arrived.get(marker.router)) {
      throw new IllegalStateException(
          "router " + marker.router + " announces epoch " + epoch + " a second time");
    }
    return arrived(marker.router, marker.incarnation);
  }

  private boolean arrived(int router, long incarnation) {
    incarnations[router] = incarnation;
    arrived.set(router);
    if (allArrived || arrived.cardinality() < incarnations.length) {
      return false;
    }
    allArrived = true;
    cohortHash = Cohort.hash(incarnations);
    applyReports();
    return true;
  }

  private void begin(long epoch, Routed.Marker marker) {
    if (epoch < completeEpoch || epoch < pendingEpoch || (pendingEpoch >= 0 && !allArrived)) {
      throw new IllegalStateException(
          "router "
              + marker.router
              + " announces epoch "
              + epoch
              + " while epoch "
              + Math.max(pendingEpoch, completeEpoch)
              + " is not complete");
    }
    if (pendingEpoch >= 0) {
      completeEpoch = pendingEpoch; // a router leaves an epoch only when it is complete
    }
    pendingEpoch = epoch;
    ownersHash = marker.ownersHash;
    incarnations = new long[marker.routers];
    arrived.clear();
    allArrived = false;
    finishedOwners.clear();
    coveringCheckpoint = Long.MAX_VALUE;
    endedIncarnations.forEach(
        (router, incarnation) -> {
          incarnations[router] = incarnation;
          arrived.set(router);
        });
  }

  /** Takes the coordinator's newest word on who has finished. */
  void onReports(List<Finished> reports) {
    lastReports = reports;
    applyReports();
  }

  private void applyReports() {
    if (!allArrived) {
      return;
    }
    for (Finished report : lastReports) {
      if (report.isAbout(pendingEpoch, cohortHash)) {
        finishedOwners.set(report.subtask());
      }
    }
  }

  /** Notes that this gate takes part in a checkpoint, after its barrier has arrived. */
  void onSnapshot(long checkpointId) {
    if (allArrived && coveringCheckpoint == Long.MAX_VALUE) {
      coveringCheckpoint = checkpointId;
    }
  }

  /** Notes that a checkpoint is complete; a later one stands for an earlier one. */
  void onCheckpointComplete(long checkpointId) {
    if (allArrived && checkpointId >= coveringCheckpoint) {
      completeEpoch = pendingEpoch;
    }
  }

  boolean mayProcess(Routed<?> routed) {
    return !routed.waits()
        || routed.epoch <= completeEpoch
        || (routed.epoch == pendingEpoch && allArrived && finishedOwners.get(routed.waitFor));
  }

  /**
   * Whether the markers of all routers have arrived: then nothing upstream depends on this gate.
   */
  boolean allMarkersArrived() {
    return allArrived;
  }

  /** Whether this epoch has started here and some routers have not announced it. */
  boolean lacksMarkersOf(long epoch) {
    return epoch == pendingEpoch && !allArrived;
  }

  /** Routers that have not announced the newest epoch. */
  BitSet missingRouters() {
    BitSet missing = new BitSet();
    missing.set(0, incarnations.length);
    missing.andNot(arrived);
    return missing;
  }

  /** Whether other gates may still be waiting for this one's report. */
  boolean mayBeAwaited() {
    return pendingEpoch > completeEpoch;
  }

  /** Number of routers, 0 before the first marker. */
  int routers() {
    return incarnations.length;
  }

  /** The newest epoch seen: after a restore from now on it is complete. */
  long newestEpoch() {
    return Math.max(completeEpoch, pendingEpoch);
  }

  /** Hash of the routers whose markers have all arrived, or null while some are missing. */
  @Nullable Long cohortHash() {
    return allArrived ? cohortHash : null;
  }
}
