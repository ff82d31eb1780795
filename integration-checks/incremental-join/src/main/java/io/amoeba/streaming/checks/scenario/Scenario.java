package io.amoeba.streaming.checks.scenario;

import java.util.List;
import java.util.Locale;

/**
 * A cluster which one or more nodes join; faults come one after the other while the first does.
 * Immutable.
 *
 * @param joiningNodes how many nodes join, one after the other
 */
record Scenario(
    String name, Shape shape, int joiningNodes, CommitLog commitLog, List<Fault> faults) {
  Scenario {
    faults = List.copyOf(faults);
  }

  static Scenario undisturbed(Shape shape, int joiningNodes) {
    String name =
        "%d to %d nodes, %s"
            .formatted(shape.members(), shape.members() + joiningNodes, shape.words());
    return new Scenario(name, shape, joiningNodes, CommitLog.SYNCED, List.of());
  }

  static Scenario of(String name, Fault... faults) {
    return new Scenario(name, Shape.THREE_RACKS, 1, CommitLog.SYNCED, List.of(faults));
  }

  Scenario named(String other) {
    return new Scenario(other, shape, joiningNodes, commitLog, faults);
  }

  Scenario on(Shape other) {
    return new Scenario(name, other, joiningNodes, commitLog, faults);
  }

  Scenario with(CommitLog other) {
    String more = "%s, %s commit log".formatted(name, other.name().toLowerCase(Locale.ROOT));
    return new Scenario(more, shape, joiningNodes, other, faults);
  }
}
