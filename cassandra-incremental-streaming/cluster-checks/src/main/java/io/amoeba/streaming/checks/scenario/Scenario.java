package io.amoeba.streaming.checks.scenario;

import java.util.List;
import java.util.Locale;

/**
 * Three nodes, RF 3; one or more join, and faults come one after the other while the first does.
 * Immutable.
 *
 * @param racks 1 or 3
 * @param joiners how many nodes join, one after the other
 */
record Scenario(String name, int racks, int joiners, CommitLog commitLog, List<Fault> faults) {
  Scenario {
    faults = List.copyOf(faults);
  }

  static Scenario undisturbed(int racks) {
    return new Scenario(
        "3 to 4 nodes, %d racks".formatted(racks), racks, 1, CommitLog.SYNCED, List.of());
  }

  static Scenario of(String name, Fault... faults) {
    return new Scenario(name, 3, 1, CommitLog.SYNCED, List.of(faults));
  }

  Scenario with(CommitLog other) {
    String named = "%s, %s commit log".formatted(name, other.name().toLowerCase(Locale.ROOT));
    return new Scenario(named, racks, joiners, other, faults);
  }
}
