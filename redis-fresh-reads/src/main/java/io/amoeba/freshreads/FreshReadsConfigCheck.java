package io.amoeba.freshreads;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ranges of all settings. Confined to one thread. */
final class FreshReadsConfigCheck {
  private static final Duration SHORTEST_STALENESS = Duration.ofMillis(10);
  private static final Duration LONGEST_STALENESS = Duration.ofMinutes(10);
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);
  private static final Duration LONGEST_DEFAULT_HEARTBEAT = Duration.ofMillis(250);
  private static final int HEARTBEATS_PER_STALENESS = 4;

  private static final double LEAST_SHARE = 0.001;
  private static final double MOST_SHARE = 0.5;
  private static final double MOST_PATIENCE = 10;

  /** Longer durations are shown in their own notation. */
  private static final long MOST_SECONDS_IN_MILLIS = 1_000_000;

  /** What needs no quotes in an ACL rule, and no braces: the hash tag has them. */
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9:._/-]{1,64}");

  private final List<String> problems = new ArrayList<>();

  private FreshReadsConfigCheck() {}

  static FreshReadsConfig checked(FreshReadsConfig.Builder settings) {
    FreshReadsConfigCheck check = new FreshReadsConfigCheck();
    Duration maxStaleness = check.maxStaleness(settings.maxStaleness);
    Duration heartbeatEvery = check.heartbeatEvery(settings.heartbeatEvery, maxStaleness);
    check.interval("hedgeAfter", settings.hedgeAfter, maxStaleness, 1);
    check.range("heartbeatShare", settings.heartbeatShare, LEAST_SHARE, MOST_SHARE);
    check.range("primaryPatience", settings.primaryPatience, 0, MOST_PATIENCE);
    check.heartbeatKey(settings.heartbeatKey);
    if (settings.withoutFreshReplica == null) {
      check.problems.add("withoutFreshReplica is null: use PRIMARY or FAIL");
    }
    if (settings.balance == null) {
      check.problems.add("balance is null: use BY_LOAD or REPLICAS_FIRST");
    }
    if (settings.evidence == null) {
      check.problems.add("evidence is null: use HEARTBEATS or OFFSETS");
    }
    if (!check.problems.isEmpty()) {
      throw new IllegalArgumentException(
          "The configuration of fresh reads is not usable: " + String.join("; ", check.problems));
    }
    return new FreshReadsConfig(settings, maxStaleness, heartbeatEvery);
  }

  /** Refuses what is no list of single servers, all at once. */
  static void nodes(List<RedisURI> nodes) {
    List<String> found = new ArrayList<>();
    if (nodes.isEmpty()) {
      found.add("it is empty: name the primary and its replicas");
    }
    Set<String> addresses = new HashSet<>();
    for (RedisURI node : nodes) {
      if (!node.getSentinels().isEmpty()) {
        found.add(node + " names Sentinels: name the servers themselves");
      } else if (node.getSocket() != null || node.getHost() == null) {
        found.add(node + " has no host and port: fresh reads need both");
      } else if (!addresses.add(node.getHost() + ':' + node.getPort())) {
        found.add(node + " is named twice: name each server once");
      }
    }
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(
          "The list of nodes is not usable: " + String.join("; ", found));
    }
  }

  /** Zero or in range. */
  static boolean isBound(Duration value) {
    return value.isZero()
        || (value.compareTo(SHORTEST_STALENESS) >= 0 && value.compareTo(LONGEST_STALENESS) <= 0);
  }

  static String boundProblem(String name, Duration value) {
    return value.compareTo(SHORTEST_STALENESS) < 0
        ? name
            + " is "
            + text(value)
            + ": below 10 ms no replica can prove itself, use 10 ms or more, or 0 for the primary"
        : name + " is " + text(value) + ": use 10 ms to 10 minutes, or 0 for the primary";
  }

  private Duration maxStaleness(@Nullable Duration value) {
    if (value == null) {
      problems.add("maxStaleness is not set: use 10 ms to 10 minutes, or 0 for the primary");
      return LONGEST_STALENESS;
    }
    if (!isBound(value)) {
      problems.add(boundProblem("maxStaleness", value));
      return LONGEST_STALENESS;
    }
    return value;
  }

  private Duration heartbeatEvery(@Nullable Duration value, Duration maxStaleness) {
    interval("heartbeatEvery", value, maxStaleness, 2);
    if (value != null) {
      return value;
    }
    Duration part = maxStaleness.dividedBy(HEARTBEATS_PER_STALENESS);
    return part.compareTo(LONGEST_DEFAULT_HEARTBEAT) > 0 ? LONGEST_DEFAULT_HEARTBEAT : part;
  }

  private void interval(
      String name, @Nullable Duration value, Duration maxStaleness, int perStaleness) {
    if (value == null || maxStaleness.isZero()) {
      return;
    }
    Duration longest = maxStaleness.dividedBy(perStaleness);
    if (value.compareTo(SHORTEST_INTERVAL) < 0 || value.compareTo(longest) > 0) {
      problems.add(
          name
              + " is "
              + text(value)
              + ": with a maxStaleness of "
              + text(maxStaleness)
              + " use 1 ms to "
              + text(longest));
    }
  }

  private void range(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      problems.add(name + " is " + value + ": use " + least + " to " + most);
    }
  }

  private void heartbeatKey(@Nullable String value) {
    if (value == null || !KEY.matcher(value).matches()) {
      problems.add(
          "heartbeatKey is "
              + (value == null ? "null" : "'" + printable(value) + "'")
              + ": use 1 to 64 letters, digits and : . _ / - such as amoeba:fresh:");
    }
  }

  /** The start of a text without what may confuse a terminal. */
  private static String printable(String value) {
    String start = value.length() > 64 ? value.substring(0, 64) + "…" : value;
    return start.replaceAll("\\p{Cntrl}", "?");
  }

  private static String text(Duration value) {
    if (Math.abs(value.toSeconds()) > MOST_SECONDS_IN_MILLIS) {
      return value.toString();
    }
    long micros = value.toSeconds() * 1_000_000 + value.toNanosPart() / 1_000;
    return micros % 1_000 == 0 ? micros / 1_000 + " ms" : micros / 1_000.0 + " ms";
  }
}
