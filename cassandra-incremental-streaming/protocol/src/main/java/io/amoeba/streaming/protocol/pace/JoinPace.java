package io.amoeba.streaming.protocol.pace;

/**
 * What a join heeds: its clients, the time that it takes, or a rate. Immutable.
 *
 * @param mibPerSec of {@link Kind#RATE}, by all senders together; 0 without limit
 */
public record JoinPace(Kind kind, int mibPerSec) {

  /** The largest rate in MiB/s. */
  public static final int MAX_RATE = 100_000;

  /** As fast as clients lose hardly any throughput. */
  public static final JoinPace CLIENTS = new JoinPace(Kind.CLIENTS, 0);

  /** All senders at once, as fast as they can. */
  public static final JoinPace TIME = new JoinPace(Kind.TIME, 0);

  /** What decides the rate. */
  public enum Kind {
    CLIENTS,
    TIME,
    RATE
  }

  public JoinPace {
    if (mibPerSec < 0 || mibPerSec > MAX_RATE || (kind != Kind.RATE && mibPerSec != 0)) {
      throw new IllegalArgumentException(
          "pace " + kind + " of " + mibPerSec + " MiB/s: want a rate of 0 … " + MAX_RATE);
    }
  }

  /** Takes data at this rate, without limit if it is 0. */
  public static JoinPace ofRate(int mibPerSec) {
    return new JoinPace(Kind.RATE, mibPerSec);
  }

  /** As the option is written. */
  @Override
  public String toString() {
    return switch (kind) {
      case CLIENTS -> "clients";
      case TIME -> "time";
      case RATE -> mibPerSec == 0 ? "0" : mibPerSec + "MiB/s";
    };
  }
}
