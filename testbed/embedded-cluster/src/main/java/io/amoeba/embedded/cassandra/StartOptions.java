package io.amoeba.embedded.cassandra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of one start of a node. Immutable; the {@code with} methods return changed copies.
 *
 * @param jvmArguments appended to the command line, for example {@code -javaagent:…} or {@code
 *     -D…=…}; later ones win
 * @param extraJars appended to the class path, as in Cassandra's {@code lib} folder
 * @param yaml entries of {@code cassandra.yaml} that are added to or replace the defaults; values
 *     are strings, numbers, booleans, lists and maps
 * @param javaHome of the JDK that runs the node; null for the one that {@code
 *     -Damoeba.test.cassandra-jdk} names, or else of this JVM
 * @param prefix words before the command line, of a program that becomes it: {@code taskset -c 0}
 */
public record StartOptions(
    List<String> jvmArguments,
    List<Path> extraJars,
    Map<String, Object> yaml,
    @Nullable Path javaHome,
    List<String> prefix) {

  /** A stock node. */
  public static final StartOptions NONE =
      new StartOptions(List.of(), List.of(), Map.of(), null, List.of());

  public StartOptions {
    jvmArguments = List.copyOf(jvmArguments);
    extraJars = List.copyOf(extraJars);
    yaml = Map.copyOf(yaml);
    prefix = List.copyOf(prefix);
  }

  /**
   * A stock node on the oldest Java that Cassandra takes, where {@code -Damoeba.test.jdk-11} names
   * one, and otherwise on that of this JVM.
   */
  public static StartOptions onOldestJava() {
    String jdk = System.getProperty("amoeba.test.jdk-11");
    return jdk == null ? NONE : NONE.withJavaHome(Path.of(jdk));
  }

  public StartOptions withJvmArguments(String... added) {
    List<String> merged = new ArrayList<>(jvmArguments);
    merged.addAll(List.of(added));
    return new StartOptions(merged, extraJars, yaml, javaHome, prefix);
  }

  /** Adds {@code -javaagent} with the agent's options, which may be empty. */
  public StartOptions withAgent(Path jar, String options) {
    return withJvmArguments("-javaagent:" + jar + (options.isEmpty() ? "" : "=" + options));
  }

  public StartOptions withExtraJars(List<Path> added) {
    List<Path> merged = new ArrayList<>(extraJars);
    merged.addAll(added);
    return new StartOptions(jvmArguments, merged, yaml, javaHome, prefix);
  }

  public StartOptions withYaml(String key, Object value) {
    Map<String, Object> merged = new LinkedHashMap<>(yaml);
    merged.put(key, value);
    return new StartOptions(jvmArguments, extraJars, merged, javaHome, prefix);
  }

  public StartOptions withJavaHome(Path changed) {
    return new StartOptions(jvmArguments, extraJars, yaml, changed, prefix);
  }

  public StartOptions withPrefix(List<String> words) {
    return new StartOptions(jvmArguments, extraJars, yaml, javaHome, words);
  }

  /**
   * A write is acknowledged after a sync of the commit log. By default a killed process may lose
   * writes that it acknowledged in its last tenth of a second.
   */
  public StartOptions withSyncedCommitLog() {
    return withYaml("commitlog_sync", "group")
        .withYaml("commitlog_sync_group_window", "10ms")
        .withYaml("commitlog_sync_period", "0ms");
  }

  /**
   * Nodes wait longer for each other: half a minute for answers, and about as long until a silent
   * one counts as down. Nodes of a busy machine stand still now and then for more than Cassandra's
   * defaults, of which the shortest is two seconds.
   */
  public StartOptions withPatience() {
    return withYaml("phi_convict_threshold", 16)
        .withYaml("read_request_timeout", "30s")
        .withYaml("range_request_timeout", "30s")
        .withYaml("write_request_timeout", "30s")
        .withYaml("counter_write_request_timeout", "30s")
        .withYaml("cas_contention_timeout", "30s")
        .withYaml("native_transport_timeout", "60s");
  }

  /**
   * Commit log segments are no memory-mapped files: a killed process loses writes that were not
   * synced, as in a power failure.
   */
  public StartOptions withCompressedCommitLog() {
    return withYaml("commitlog_compression", List.of(Map.of("class_name", "LZ4Compressor")));
  }
}
