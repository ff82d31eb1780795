package io.amoeba.linearroad.job;

import io.amoeba.linearroad.job.exchange.HandOver;
import io.amoeba.redis.ColocatedRedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.flink.connector.base.DeliveryGuarantee;

/**
 * Reads {@code --key value} arguments. Everything that is wrong is reported at once. Confined to
 * one thread.
 */
final class JobArguments {
  private static final int MOST_SUBTASKS = 128;
  private static final int LARGEST_BATCH = 4_096;
  private static final int LONGEST_MILLIS = 3_600_000;

  /** Every option with its explanation, in the order of the help. */
  private static final Map<String, String> HELP = explanations();

  static final List<String> NAMES = List.copyOf(HELP.keySet());

  private final Map<String, String> given = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private JobArguments() {}

  private static Map<String, String> explanations() {
    Map<String, String> help = new LinkedHashMap<>();
    help.put("bootstrap", "HOST:PORT[,…] of Kafka; required");
    help.put("redis", "URI[,…] of nodes of the Redis Cluster; required");
    help.put("input", "topic of the input; linear-road-input");
    help.put("answers", "topic of the answers; linear-road-answers");
    help.put("rejected", "topic of lines that are no valid input; linear-road-rejected");
    help.put("parallelism", "subtasks of each operator, 1 to 128; 1");
    help.put("handOver", "ordered, immediate or hash; ordered");
    help.put("keyed", "true or false: Toll in a keyed stream that the store can follow; false");
    help.put("redisBatch", "requests sent together, 1 to 4096; 64");
    help.put("lingerMillis", "longest wait for a batch to fill, 1 to 3600000; 2");
    help.put("redisTimeoutMillis", "longest wait for Redis, 1 to 600000; 10000");
    help.put("checkpointMillis", "time between checkpoints, 10 to 3600000; 5000");
    help.put("guarantee", "exactlyOnce or atLeastOnce; exactlyOnce");
    help.put(
        "bufferTimeoutMillis",
        "longest stay of a record in a network buffer or the answers' producer, from 0; 5");
    help.put("orderProbe", "folder on each task manager for access logs; none");
    return Collections.unmodifiableMap(help);
  }

  /**
   * The options that the arguments say.
   *
   * @throws IllegalArgumentException with all problems, one per line
   */
  static JobOptions parse(String... args) {
    JobArguments arguments = new JobArguments();
    arguments.read(args);
    return arguments.options();
  }

  static String help() {
    StringBuilder text = new StringBuilder("Options:");
    HELP.forEach(
        (name, meaning) -> text.append("\n  --").append(name).append("  ").append(meaning));
    return text.toString();
  }

  private void read(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      if (!HELP.containsKey(name)) {
        problems.add("'" + args[i] + "' is no option: use one of " + NAMES + " after --");
      } else if (i + 1 == args.length) {
        problems.add("--" + name + " has no value: " + HELP.get(name));
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

  private String required(String name) {
    String value = given.getOrDefault(name, "");
    if (value.isBlank()) {
      problems.add("--" + name + " is missing: " + HELP.get(name));
      return "";
    }
    return value;
  }

  private String text(String name, String byDefault) {
    String value = given.getOrDefault(name, byDefault);
    if (value.isBlank()) {
      problems.add("--" + name + " is blank: " + HELP.get(name));
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
