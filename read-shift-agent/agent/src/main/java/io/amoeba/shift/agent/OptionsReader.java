package io.amoeba.shift.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.shift.agent.AgentOptions.TurnOptions;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.turns.PostponeBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads the agent's arguments, and beneath them conf/read-shift.yaml. Stateless. */
final class OptionsReader {

  private static final String FILE = "read-shift.yaml";

  private static final String WITHOUT_OPTIONS =
      "Read shift is off until these options are corrected; Cassandra starts without it";

  private OptionsReader() {}

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    return read(OptionSource.read(arguments, FILE));
  }

  static AgentOptions read(OptionValues values) throws InvalidOptionsException {
    ShiftMode mode = values.choice("severity", ShiftMode.class, ShiftMode.OFF);
    int diskWait = percent(values, "min-disk-wait", 20);
    int maxUse = percent(values, "max-use", 60);
    int returnUse = percent(values, "return-use", 85);
    Duration warmUp =
        values.duration(
            "warm-up-limit",
            Duration.ZERO,
            Duration.ofMillis(NodeState.MOST_WARMING_MILLIS),
            Duration.ofSeconds(30));
    TurnOptions turns = turns(values);
    List<String> errors = new ArrayList<>(values.errors());
    if (returnUse < maxUse) {
      errors.add(
          "return-use=%d, max-use=%d: want return-use at least as large, as reads would return as soon as they have left"
              .formatted(returnUse, maxUse));
    }
    if (turns.gap().compareTo(turns.turn()) >= 0) {
      errors.add(
          "turn-gap=%d ms, turn=%d ms: want a shorter turn-gap, as no compaction would start"
              .formatted(turns.gap().toMillis(), turns.turn().toMillis()));
    }
    if (turns.bounds().maxMillis() < 2 * turns.turn().toMillis()) {
      errors.add(
          "max-postponed=%d ms, turn=%d ms: want max-postponed of at least two turns, as compactions would start before their rack's turn comes"
              .formatted(turns.bounds().maxMillis(), turns.turn().toMillis()));
    }
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(WITHOUT_OPTIONS, errors);
    }
    return new AgentOptions(new ShiftSettings(mode, diskWait, maxUse, returnUse), warmUp, turns);
  }

  private static TurnOptions turns(OptionValues values) {
    return new TurnOptions(
        values.flag("turns", false),
        values.number("large-compaction", OptionUnit.KIB, 1 << 10, 1 << 30, 1 << 20) << 10,
        values.duration("turn", Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofMinutes(5)),
        values.duration("turn-gap", Duration.ZERO, Duration.ofMinutes(10), Duration.ofSeconds(15)),
        new PostponeBounds(
            values
                .duration(
                    "max-postponed",
                    Duration.ofSeconds(1),
                    Duration.ofDays(1),
                    Duration.ofMinutes(30))
                .toMillis(),
            (int) values.number("max-pending", 0, 100_000, 20),
            (int) values.number("max-sstables-per-read", 0, 100_000, 16),
            (int) values.number("max-level-0", 0, 100_000, 16),
            percent(values, "min-free-disk", 30)));
  }

  private static int percent(OptionValues values, String key, int absent) {
    return (int) values.number(key, OptionUnit.PERCENT, 1, 100, absent);
  }
}
