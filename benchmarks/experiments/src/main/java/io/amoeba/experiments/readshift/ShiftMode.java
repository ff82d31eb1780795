package io.amoeba.experiments.readshift;

import java.util.List;
import java.util.stream.Stream;

/** What the read-shift agent does while nodes work. */
public enum ShiftMode {
  /** Nothing: its levers are off. */
  STOCK("stock", false, false, false),
  /** Work is announced, and reads leave. */
  SEVERITY("severity", true, false, false),
  /** The same; before reads return, the hot set of the other nodes warms the caches. */
  SEVERITY_HINTS("severity-hints", true, false, true),
  /** Large compactions also wait for their rack's turn. */
  TURNS("turns", true, true, false),
  /** All of this. */
  TURNS_HINTS("turns-hints", true, true, true);

  private final String text;
  private final boolean announces;
  private final boolean takesTurns;
  private final boolean hasHints;

  ShiftMode(String text, boolean announces, boolean takesTurns, boolean hasHints) {
    this.text = text;
    this.announces = announces;
    this.takesTurns = takesTurns;
    this.hasHints = hasHints;
  }

  /** With what all others are compared, and these. */
  static List<ShiftMode> withStock(List<ShiftMode> modes) {
    return Stream.concat(Stream.of(STOCK), modes.stream()).distinct().toList();
  }

  /** Whether reads leave a node that works. */
  boolean announces() {
    return announces;
  }

  boolean takesTurns() {
    return takesTurns;
  }

  /** Whether its nodes have the read-hints agent, too, and hence are other ones. */
  boolean hasHints() {
    return hasHints;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return text;
  }
}
