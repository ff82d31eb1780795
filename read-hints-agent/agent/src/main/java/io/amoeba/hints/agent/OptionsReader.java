package io.amoeba.hints.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the agent's arguments, and beneath them conf/read-hints.yaml. Stateless. */
final class OptionsReader {

  private static final String FILE = "read-hints.yaml";

  private static final String WITHOUT_OPTIONS =
      "Read hints are off until these options are corrected; Cassandra starts without them";

  /** What Cassandra takes as names. */
  private static final Pattern KEYSPACE_OR_TABLE =
      Pattern.compile("[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)?");

  private OptionsReader() {}

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    return read(OptionSource.read(arguments, FILE));
  }

  static AgentOptions read(OptionValues values) throws InvalidOptionsException {
    AgentOptions options =
        new AgentOptions(
            (int)
                values.number(
                    "buffer-entries",
                    AgentOptions.LEAST_BUFFER_ENTRIES,
                    AgentOptions.MOST_BUFFER_ENTRIES,
                    10_000),
            millis(
                values,
                "interval",
                AgentOptions.LEAST_INTERVAL_MILLIS,
                AgentOptions.MOST_INTERVAL_MILLIS,
                90),
            (int) values.number("min-batch-size", 0, AgentOptions.MOST_BUFFER_ENTRIES, 256),
            values.flag("range-reads", false),
            values.choice("targets", TargetPolicy.class, TargetPolicy.ALL),
            values.flag("lz4", false),
            (int) values.number("batches-in-flight", 1, 64, 4),
            (int) values.number("apply-percent", OptionUnit.PERCENT, 0, 100, 100),
            values.flag("load-shedding", true),
            (int) values.number("hot-set-entries", 0, 1_000_000, 10_000),
            values.duration("warm-up-limit", Duration.ZERO, Duration.ofHours(1), Duration.ZERO),
            values.words("exclude", KEYSPACE_OR_TABLE, "a keyspace, or keyspace.table"),
            replay(values));
    List<String> errors = values.errors();
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(WITHOUT_OPTIONS, errors);
    }
    return options;
  }

  private static ReplayOptions replay(OptionValues values) {
    return new ReplayOptions(
        (int) values.number("replay-threads", 1, 16, 2),
        (int) values.number("max-replay-rows", 1, 100_000, 500),
        (int) values.number("max-replay-size", OptionUnit.KIB, 1, 65_536, 1_024),
        millis(values, "max-replay-time", 1, 10_000, 100),
        millis(values, "max-hint-age", 1, 60_000, 200));
  }

  private static int millis(OptionValues values, String key, int min, int max, int absent) {
    return (int)
        values
            .duration(
                key, Duration.ofMillis(min), Duration.ofMillis(max), Duration.ofMillis(absent))
            .toMillis();
  }
}
