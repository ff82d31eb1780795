package io.amoeba.partitioner.flink;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Refuses jobs that force unaligned checkpoints where Flink would replay in-flight records through
 * the partitioner on recovery: before 2.2.1 it does not keep custom-partitioned edges aligned by
 * itself, and a map that has changed since then would lose or duplicate records.
 */
final class UnalignedCheckpointGuard {

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  private UnalignedCheckpointGuard() {}

  static void check(StreamExecutionEnvironment env) {
    check(
        env.getCheckpointConfig().isUnalignedCheckpointsEnabled()
            && env.getCheckpointConfig().isForceUnalignedCheckpoints(),
        EnvironmentInformation.getVersion());
  }

  static void check(boolean forcedUnaligned, String flinkVersion) {
    if (forcedUnaligned && !keepsCustomEdgesAligned(flinkVersion)) {
      throw new IllegalStateException(
          "execution.checkpointing.unaligned.forced is true: on Flink "
              + flinkVersion
              + " that can lose records on recovery behind a custom partitioner."
              + " Set it to false, or use Flink 2.2.1 or newer.");
    }
  }

  private static boolean keepsCustomEdgesAligned(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return false; // not known to be safe
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    int patch = Integer.parseInt(matcher.group(3));
    return major > 2 || (major == 2 && (minor > 2 || (minor == 2 && patch >= 1)));
  }
}
