package io.amoeba.streaming.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.streaming.agent.AgentOptions.OnIneligible;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import io.amoeba.streaming.protocol.pace.JoinPace;
import java.time.Duration;
import java.util.List;

/**
 * Reads the agent's arguments, and beneath them conf/incremental-streaming.yaml; collects all that
 * is wrong. Used once, by one thread.
 */
final class OptionsReader {

  private static final String FILE = "incremental-streaming.yaml";

  private static final String WITHOUT_OPTIONS =
      "Incremental streaming does not start, and neither does Cassandra; correct these options";

  /** Cassandra's own bound for num_tokens. */
  private static final int MAX_TOKENS = 1536;

  private final OptionValues values;

  private OptionsReader(OptionValues values) {
    this.values = values;
  }

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    return read(OptionSource.read(arguments, FILE));
  }

  static AgentOptions read(OptionValues values) throws InvalidOptionsException {
    return new OptionsReader(values).read();
  }

  private AgentOptions read() throws InvalidOptionsException {
    int tokensPerStep = tokensPerStep();
    StepOrder order = values.choice("order", StepOrder.class, StepOrder.TOKEN);
    long seed = values.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0);
    int groupSize = (int) values.number("group-size", 1, 1000, 1);
    int lookAhead = (int) values.number("look-ahead", 0, JoinSettings.MAX_LOOK_AHEAD, 2);
    OnIneligible onIneligible =
        values.choice("on-ineligible", OnIneligible.class, OnIneligible.STOCK);
    Duration joiningNodeTimeout =
        values.duration(
            "joining-node-timeout", Duration.ofMinutes(1), Duration.ofDays(7), Duration.ofHours(1));
    boolean warmUp = values.flag("warm-up", true);
    Duration warmUpLimit =
        values.duration(
            "warm-up-limit", Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofSeconds(30));
    boolean warmUpHotSet = values.flag("warm-up-hot-set", true);
    int maxSstablesPerRead = (int) values.number("max-sstables-per-read", 0, 100_000, 100);
    Duration compactionRampUp =
        values.duration(
            "compaction-ramp-up", Duration.ZERO, Duration.ofDays(1), Duration.ofMinutes(10));
    JoinPace pace = values.parsed("pace", PaceOption::parse, PaceOption.WANTED, PaceOption.DEFAULT);
    List<String> errors = values.errors();
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(WITHOUT_OPTIONS, errors);
    }
    return new AgentOptions(
        AgentOptions.settings(tokensPerStep, order, seed, groupSize, lookAhead),
        onIneligible,
        joiningNodeTimeout,
        warmUp,
        warmUpLimit,
        warmUpHotSet,
        maxSstablesPerRead,
        compactionRampUp,
        pace);
  }

  private int tokensPerStep() {
    if (values.is("tokens-per-step", "auto")) {
      return JoinSettings.AUTOMATIC;
    }
    return (int) values.number("tokens-per-step", 1, MAX_TOKENS, JoinSettings.AUTOMATIC);
  }
}
