package io.amoeba.partitioner.placement.protocol;

import java.util.List;

/**
 * One router as its task manager reports it: its subtask among {@code parallelism} routers, the
 * number of gates it routes to, its incarnation, and the epochs it has prepared and routes by (0:
 * none, hash routing). Immutable.
 */
public final class RouterReport {

  private final EdgeId edge;
  private final int subtask;
  private final int parallelism;
  private final int targets;
  private final long incarnation;
  private final long prepared;
  private final long active;

  /** A router's line. */
  public RouterReport(
      EdgeId edge,
      int subtask,
      int parallelism,
      int targets,
      long incarnation,
      long prepared,
      long active) {
    this.edge = edge;
    this.subtask = subtask;
    this.parallelism = parallelism;
    this.targets = targets;
    this.incarnation = incarnation;
    this.prepared = prepared;
    this.active = active;
  }

  /** The edge in front of which it is. */
  public EdgeId edge() {
    return edge;
  }

  /** Its subtask index. */
  public int subtask() {
    return subtask;
  }

  /** Number of routers. */
  public int parallelism() {
    return parallelism;
  }

  /** Number of gates. */
  public int targets() {
    return targets;
  }

  /** The random number that it drew when it opened. */
  public long incarnation() {
    return incarnation;
  }

  /** The newest epoch that it could switch to. */
  public long prepared() {
    return prepared;
  }

  /** The epoch that it routes by. */
  public long active() {
    return active;
  }

  private List<Object> values() {
    return List.of(edge, subtask, parallelism, targets, incarnation, prepared, active);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RouterReport && ((RouterReport) other).values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "RouterReport" + values();
  }
}
