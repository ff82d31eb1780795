package io.amoeba.experiments.hints;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How the caches of nodes that serve no reads are kept warm. Immutable.
 *
 * @param applyPercent of the read hints that arrive
 */
public record HintMode(Kind kind, int applyPercent) {
  /** Where warm caches come from. */
  public enum Kind {
    /** From nowhere: no agent. */
    STOCK,
    /** From a fraction of the read hints, while they arrive. */
    FRACTION,
    /** From the hot set of the peers, pulled just before the reads move. */
    PULL
  }

  /** Without the agent. */
  public static final HintMode STOCK = new HintMode(Kind.STOCK, 0);

  /** Without live read hints; the hot set is pulled. */
  public static final HintMode PULL = new HintMode(Kind.PULL, 0);

  /** The fractions of the paper's table 1, and what frames them. */
  public static final List<HintMode> ALL_OF_THE_PAPER =
      List.of(STOCK, fraction(10), fraction(20), fraction(33), fraction(50), fraction(100), PULL);

  /** The agent's jar in the folder {@code lib} of Cassandra. */
  public static final String AGENT_JAR = "read-hints-agent.jar";

  private static final Pattern PERCENT = Pattern.compile("[1-9]\\d?|100");

  /** Applies so many percent, 1 … 100. */
  public static HintMode fraction(int applyPercent) {
    return new HintMode(Kind.FRACTION, applyPercent);
  }

  /** The mode of this name, if there is one. */
  public static Optional<HintMode> of(String name) {
    if (PERCENT.matcher(name).matches()) {
      return Optional.of(fraction(Integer.parseInt(name)));
    }
    return List.of(STOCK, PULL).stream().filter(mode -> mode.toString().equals(name)).findFirst();
  }

  /** Whether it needs the agent, and the node that serves captures reads. */
  public boolean needsAgent() {
    return kind != Kind.STOCK;
  }

  boolean pulls() {
    return kind == Kind.PULL;
  }

  /** As on the command line: {@code stock}, {@code 33}, {@code pull}. */
  @Override
  public String toString() {
    return switch (kind) {
      case STOCK -> "stock";
      case FRACTION -> String.valueOf(applyPercent);
      case PULL -> "pull";
    };
  }
}
