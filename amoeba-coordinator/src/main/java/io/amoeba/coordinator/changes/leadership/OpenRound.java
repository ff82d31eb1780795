package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import java.util.List;
import java.util.Optional;

/**
 * A round that has begun and not ended. Immutable.
 *
 * @param worked how many replicas have worked
 * @param works the work that is under way or about to begin, at most one
 * @param done whether the former primary has worked, or its absence is over
 * @param epoch of the leader's claim to its hash slots when the phase began
 * @param hashSlots what the leader owned then
 * @param fullCopies that whoever takes over had made of its data when it was about to be told
 * @param followed maps that follow the lead; none before the lead has left
 * @param untilSeconds when an absence is over, by the clock of who leads meanwhile
 */
record OpenRound(
    RoundPhase phase,
    int worked,
    List<StartedWork> works,
    boolean done,
    long epoch,
    List<HashSlotSpan> hashSlots,
    long fullCopies,
    List<FollowedMap> followed,
    long untilSeconds) {

  OpenRound {
    works = List.copyOf(works);
    hashSlots = List.copyOf(hashSlots);
    followed = List.copyOf(followed);
  }

  static OpenRound begun() {
    return new OpenRound(RoundPhase.CHECKING, 0, List.of(), false, 0, List.of(), 0, List.of(), 0);
  }

  Optional<StartedWork> work() {
    return works.stream().findFirst();
  }

  OpenRound in(RoundPhase next) {
    return new OpenRound(
        next, worked, List.of(), done, epoch, hashSlots, fullCopies, followed, untilSeconds);
  }

  /** About to tell a server to work, or to see it work. */
  OpenRound with(StartedWork work) {
    return new OpenRound(
        phase, worked, List.of(work), done, epoch, hashSlots, fullCopies, followed, untilSeconds);
  }

  /** One replica more has worked. */
  OpenRound oneWorked() {
    return new OpenRound(
        phase, worked + 1, List.of(), done, epoch, hashSlots, fullCopies, followed, untilSeconds);
  }

  /** The former primary need not wait any longer for its lead. */
  OpenRound withWorkDone() {
    return new OpenRound(
        phase, worked, List.of(), true, epoch, hashSlots, fullCopies, followed, untilSeconds);
  }

  /** With what the leader owns now, and the copies of who is to take over. */
  OpenRound owning(KnownServer leader, long newFullCopies) {
    return new OpenRound(
        phase,
        worked,
        works,
        done,
        leader.epoch(),
        leader.hashSlots(),
        newFullCopies,
        followed,
        untilSeconds);
  }

  /** An absence that is over then. */
  OpenRound until(long newUntilSeconds) {
    return new OpenRound(
        phase, worked, works, done, epoch, hashSlots, fullCopies, followed, newUntilSeconds);
  }

  /** With maps that are about to follow the lead. */
  OpenRound following(List<FollowedMap> maps) {
    return new OpenRound(
        phase, worked, works, done, epoch, hashSlots, fullCopies, maps, untilSeconds);
  }
}
