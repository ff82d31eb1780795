package io.amoeba.coordinator.analyze;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the versions of Flink in which a custom partitioner and forced unaligned checkpoints lose
 * records: they replay in-flight records by the partitioner's newest map. From 2.2.1 on Flink keeps
 * such exchanges aligned by itself. Stateless.
 */
public final class UnalignedCheckpoints {

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

  private UnalignedCheckpoints() {}

  /** Whether this version loses records. */
  public static boolean loseRecords(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return true; // an unknown version has to prove its safety
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    int patch = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    boolean safe = major > 2 || (major == 2 && (minor > 2 || (minor == 2 && patch >= 1)));
    return !safe;
  }
}
