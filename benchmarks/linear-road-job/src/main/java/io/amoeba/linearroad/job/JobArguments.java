package io.amoeba.linearroad.job;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.linearroad.job.exchange.HandOver;
import io.amoeba.redis.ColocatedRedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code --key value} arguments. Everything that is wrong is reported at once. Confined to
 * one thread.
 */
final class JobArguments {
  private static final int MOST_SUBTASKS = 128;
  private static final int LARGEST_BATCH = 4_096;
  private static final int LONGEST_MILLIS = 3_600_000;
  private static final int SHORTEST_STALENESS = 10;
  private static final int LONGEST_STALENESS = 600_000;

  private static final String HELP =
      """
      --bootstrap  HOST:PORT[,…] of Kafka; required
      --redis  URI[,…] of nodes of the Redis Cluster; required
      --input  topic of the input; linear-road-input
      --answers  topic of the answers; linear-road-answers
      --rejected  topic of invalid input lines; linear-road-rejected
      --parallelism  subtasks of each operator, 1 to 128; 1
      --handOver  ordered, immediate or hash; ordered
      --keyed  true or false: Toll in a keyed stream that the store can follow; false
      --redisBatch  requests sent together, 1 to 4096; 64
      --freshReadsMillis  staleness that queries about the past tolerate, 10 to 600000: replicas may answer; none
      --replicasFirst  true or false: with freshReadsMillis, primaries answer only what no replica may; false
      --lingerMillis  maximum wait for a batch to fill, 1 to 3600000; 2
      --redisTimeoutMillis  maximum wait for Redis, 1 to 600000; 10000
      --checkpointMillis  time between checkpoints, 10 to 3600000; 5000
      --guarantee  exactlyOnce or atLeastOnce; exactlyOnce
      --bufferTimeoutMillis  maximum time in a network buffer or the answers' producer, from 0; 5
      --orderProbe  folder on each task manager for access logs; none
      """;

  /** Explanations by name, in the order of the help. */
  private static final Map<String, String> EXPLANATIONS =
      HELP.lines()
          .map(line -> line.substring(2).split("  ", 2))
          .collect(Collectors.toMap(o -> o[0], o -> o[1], (a, b) -> a, LinkedHashMap::new));

  static final List<String> NAMES = List.copyOf(EXPLANATIONS.keySet());

  private final Map<String, String> given = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private JobArguments() {}

  /**
   * Parses the arguments.
   *
   * @throws IllegalArgumentException with all problems, one per line
   */
  static JobOptions parse(String... args) {
    JobArguments arguments = new JobArguments();
    arguments.read(args);
    return arguments.options();
  }

  static String help() {
    return "Options:\n" + HELP.indent(2).stripTrailing();
  }

  private void read(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      if (!EXPLANATIONS.containsKey(name)) {
        problems.add("'" + args[i] + "' is no option: use one of " + NAMES + " after --");
      } else if (i + 1 == args.length) {
        problems.add("--" + name + " has no value: " + EXPLANATIONS.get(name));
      } else if (given.put(name, args[i + 1]) != null) {
        problems.add("--" + name + " is given twice: give it once");
      }
    }
  }

  private JobOptions options() {
    JobOptions.Kafka kafka =
        new JobOptions.Kafka(
            required("bootstrap"),
            text("input", "linear-road-input"),
            text("answers", "linear-road-answers"),
            text("rejected", "linear-road-rejected"),
            choice(
                "guarantee",
                DeliveryGuarantee.EXACTLY_ONCE,
                List.of(DeliveryGuarantee.EXACTLY_ONCE, DeliveryGuarantee.AT_LEAST_ONCE),
                way -> way == DeliveryGuarantee.EXACTLY_ONCE ? "exactlyOnce" : "atLeastOnce"));
    ColocatedRedisConfig redis = redis();
    JobOptions options =
        new JobOptions(
            kafka,
            redis,
            number("redisBatch", 64, 1, LARGEST_BATCH),
            freshReads(),
            millis("lingerMillis", 2, 1),
            choice(
                "handOver",
                HandOver.ORDERED,
                List.of(HandOver.values()),
                way -> way.name().toLowerCase(Locale.ROOT)),
            choice("keyed", false, List.of(true, false), String::valueOf),
            number("parallelism", 1, 1, MOST_SUBTASKS),
            millis("checkpointMillis", 5_000, 10),
            millis("bufferTimeoutMillis", 5, 0),
            given.get("orderProbe"));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return options;
  }

  private ColocatedRedisConfig redis() {
    ColocatedRedisConfig none = ColocatedRedisConfig.of("redis://unknown");
    String uris = required("redis");
    int timeout = number("redisTimeoutMillis", 10_000, 1, 600_000);
    if (uris.isEmpty()) {
      return none;
    }
    try {
      return ColocatedRedisConfig.builder()
          .uris(List.of(uris.split(",", -1)))
          .commandTimeout(Duration.ofMillis(timeout))
          .build();
    } catch (IllegalArgumentException e) {
      problems.add("--redis: " + e.getMessage());
      return none;
    }
  }

  private @Nullable FreshReadsConfig freshReads() {
    boolean replicasFirst = choice("replicasFirst", false, List.of(true, false), String::valueOf);
    if (!given.containsKey("freshReadsMillis")) {
      if (given.containsKey("replicasFirst")) {
        problems.add("--replicasFirst needs --freshReadsMillis: give it, or omit both");
      }
      return null;
    }
    int millis =
        number("freshReadsMillis", LONGEST_STALENESS, SHORTEST_STALENESS, LONGEST_STALENESS);
    return FreshReadsConfig.builder()
        .maxStaleness(Duration.ofMillis(millis))
        .balance(replicasFirst ? Balance.REPLICAS_FIRST : Balance.BY_LOAD)
        .build();
  }

  private String required(String name) {
    String value = given.getOrDefault(name, "");
    if (value.isBlank()) {
      problems.add("--" + name + " is missing: " + EXPLANATIONS.get(name));
      return "";
    }
    return value;
  }

  private String text(String name, String byDefault) {
    String value = given.getOrDefault(name, byDefault);
    if (value.isBlank()) {
      problems.add("--" + name + " is blank: " + EXPLANATIONS.get(name));
    }
    return value;
  }

  private Duration millis(String name, int byDefault, int least) {
    return Duration.ofMillis(number(name, byDefault, least, LONGEST_MILLIS));
  }

  private int number(String name, int byDefault, int least, int greatest) {
    String value = given.get(name);
    if (value == null) {
      return byDefault;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= greatest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    problems.add(
        "--" + name + " is '" + value + "': use an integer from " + least + " to " + greatest);
    return byDefault;
  }

  private <T> T choice(String name, T byDefault, List<T> choices, Function<T, String> text) {
    String value = given.get(name);
    if (value == null) {
      return byDefault;
    }
    for (T choice : choices) {
      if (text.apply(choice).equals(value)) {
        return choice;
      }
    }
    problems.add(
        "--%s is '%s': use one of %s".formatted(name, value, choices.stream().map(text).toList()));
    return byDefault;
  }
}
