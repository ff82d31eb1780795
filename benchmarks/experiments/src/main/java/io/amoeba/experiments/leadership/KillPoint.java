package io.amoeba.experiments.leadership;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which process is killed in a round of work, and when. Immutable. */
record KillPoint(Victim victim, Moment moment) {
  enum Victim {
    /** The primary of before, which works as a replica. */
    FORMER,
    /** The replica that leads meanwhile. */
    NEW,
    /** The process that moves the lead. */
    COORDINATOR
  }

  enum Moment {
    /** Right after the replica was ordered to lead. */
    LEADING_AWAY,
    /** While the former primary works. */
    WORKING,
    /** Right after the former primary was ordered to lead again. */
    RETURNING
  }

  static final List<KillPoint> ALL =
      Arrays.stream(Victim.values())
          .flatMap(
              victim -> Arrays.stream(Moment.values()).map(moment -> new KillPoint(victim, moment)))
          .toList();

  /** The point of this name, if there is one. */
  static Optional<KillPoint> of(String name) {
    return ALL.stream().filter(point -> point.toString().equals(name)).findFirst();
  }

  /** Whether the killed process leads nothing: then no acknowledged write may be lost. */
  boolean sparesLeader() {
    return killsCoordinator() || (victim == Victim.FORMER && moment == Moment.WORKING);
  }

  boolean killsCoordinator() {
    return victim == Victim.COORDINATOR;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return (victim + "@" + moment).toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
