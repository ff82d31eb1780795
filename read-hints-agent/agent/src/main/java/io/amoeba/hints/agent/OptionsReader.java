package io.amoeba.hints.agent;

import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the agent's arguments, and beneath them conf/read-hints.yaml. Stateless. */
final class OptionsReader {

  private static final String FILE = "read-hints.yaml";

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
            (int)
                values.number(
                    "interval-millis",
                    OptionUnit.MILLIS,
                    AgentOptions.LEAST_INTERVAL_MILLIS,
                    AgentOptions.MOST_INTERVAL_MILLIS,
                    90),
            (int) values.number("batch-reads", 0, AgentOptions.MOST_BUFFER_ENTRIES, 256),
            values.flag("range-reads", false),
            values.choice("targets", TargetPolicy.class, TargetPolicy.ALL),
            values.flag("lz4", false),
            (int) values.number("batches-in-flight", 1, 64, 4),
            (int) values.number("apply-percent", OptionUnit.PERCENT, 0, 100, 100),
            values.flag("automatic-strain", true),
            (int) values.number("hot-set-entries", 0, 1_000_000, 10_000),
            (int) values.number("warm-up-seconds", OptionUnit.SECONDS, 0, 3_600, 0),
            values.words("exclude", KEYSPACE_OR_TABLE, "a keyspace, or keyspace.table"),
            replay(values));
    List<String> errors = values.errors();
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(errors);
    }
    return options;
  }

  private static ReplayOptions replay(OptionValues values) {
    return new ReplayOptions(
        (int) values.number("replay-threads", 1, 16, 2),
        (int) values.number("replay-rows", 1, 100_000, 500),
        (int) values.number("replay-kib", OptionUnit.KIB, 1, 65_536, 1_024),
        (int) values.number("replay-millis", OptionUnit.MILLIS, 1, 10_000, 100),
        (int) values.number("replay-wait-millis", OptionUnit.MILLIS, 1, 60_000, 200));
  }
}
