package io.amoeba.streaming.agent;

import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.streaming.protocol.pace.JoinPace;
import java.util.Optional;
import java.util.OptionalLong;

/** The option {@code pace}, as operators write it for the agent and its MBean. Stateless. */
public final class PaceOption {

  /** For messages. */
  public static final String WANTED =
      "clients, time, or a rate 0 … "
          + JoinPace.MAX_RATE
          + "MiB/s in whole MiB with its unit, as in 8MiB/s; 0 is no limit";

  /** As joins were before there were others. */
  static final JoinPace DEFAULT = JoinPace.ofRate(0);

  private PaceOption() {}

  /** Empty for what is none. */
  public static Optional<JoinPace> parse(String text) {
    String word = text.strip();
    if (word.equalsIgnoreCase(JoinPace.CLIENTS.toString())) {
      return Optional.of(JoinPace.CLIENTS);
    }
    if (word.equalsIgnoreCase(JoinPace.TIME.toString())) {
      return Optional.of(JoinPace.TIME);
    }
    OptionalLong rate = OptionUnit.MIB_PER_SECOND.parse(word);
    return rate.isPresent() && rate.getAsLong() >= 0 && rate.getAsLong() <= JoinPace.MAX_RATE
        ? Optional.of(JoinPace.ofRate((int) rate.getAsLong()))
        : Optional.empty();
  }
}
