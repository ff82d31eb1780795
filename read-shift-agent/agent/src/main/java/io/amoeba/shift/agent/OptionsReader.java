package io.amoeba.shift.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
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
    List<String> errors = new ArrayList<>(values.errors());
    if (returnUse < maxUse) {
      errors.add(
          "return-use=%d, max-use=%d: want return-use at least as large, as reads would return as soon as they have left"
              .formatted(returnUse, maxUse));
    }
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(WITHOUT_OPTIONS, errors);
    }
    return new AgentOptions(new ShiftSettings(mode, diskWait, maxUse, returnUse), warmUp);
  }

  private static int percent(OptionValues values, String key, int absent) {
    return (int) values.number(key, OptionUnit.PERCENT, 1, 100, absent);
  }
}
