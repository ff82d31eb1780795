package io.amoeba.embedded.flink;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How a Flink cluster is started. Immutable; the {@code with} methods return changed copies.
 *
 * @param config Flink configuration that is added to or replaces the defaults
 * @param extraJars appended to the class path of every process, as in Flink's {@code lib} folder
 * @param quickStart whether TaskManagers compile with the JVM's first compiler only: slower in the
 *     end, but they and their jobs start with a fraction of the CPU time
 * @param systemProperties JVM system properties of the TaskManager with that node number
 * @param taskManagerHosts addresses of the TaskManagers by node number; empty: those of the nodes
 */
public record FlinkSettings(
    FlinkVersion version,
    FlinkMemory memory,
    Map<String, String> config,
    List<Path> extraJars,
    boolean quickStart,
    IntFunction<Map<String, String>> systemProperties,
    Optional<IntFunction<String>> taskManagerHosts) {
  private static final String TASK_SLOTS = "taskmanager.numberOfTaskSlots";
  private static final String HIGH_AVAILABILITY = "high-availability.type";

  public FlinkSettings {
    config = Map.copyOf(config);
    extraJars = List.copyOf(extraJars);
  }

  /** One task slot per TaskManager, 512 MB each. */
  public static FlinkSettings of(FlinkVersion version) {
    return new FlinkSettings(
        version,
        FlinkMemory.defaults(),
        Map.of(TASK_SLOTS, "1"),
        List.of(),
        false,
        node -> Map.of(),
        Optional.empty());
  }

  /** Task slots of each TaskManager. */
  public FlinkSettings withTaskSlots(int taskSlots) {
    return withConfig(Map.of(TASK_SLOTS, Integer.toString(taskSlots)));
  }

  /** Starts a ZooKeeper, too: a restarted JobManager still knows its jobs. */
  public FlinkSettings withHighAvailability() {
    return withConfig(Map.of(HIGH_AVAILABILITY, "zookeeper"));
  }

  boolean isHighlyAvailable() {
    return config.containsKey(HIGH_AVAILABILITY);
  }

  public FlinkSettings withMemory(FlinkMemory changed) {
    return new FlinkSettings(
        version, changed, config, extraJars, quickStart, systemProperties, taskManagerHosts);
  }

  /** Later values win. */
  public FlinkSettings withConfig(Map<String, String> added) {
    Map<String, String> merged = new HashMap<>(config);
    merged.putAll(added);
    return new FlinkSettings(
        version, memory, merged, extraJars, quickStart, systemProperties, taskManagerHosts);
  }

  public FlinkSettings withExtraJars(List<Path> changed) {
    return new FlinkSettings(
        version, memory, config, changed, quickStart, systemProperties, taskManagerHosts);
  }

  public FlinkSettings withQuickStart(boolean changed) {
    return new FlinkSettings(
        version, memory, config, extraJars, changed, systemProperties, taskManagerHosts);
  }

  public FlinkSettings withSystemProperties(IntFunction<Map<String, String>> changed) {
    return new FlinkSettings(
        version, memory, config, extraJars, quickStart, changed, taskManagerHosts);
  }

  /** TaskManagers with other addresses than the nodes', as pods have them. */
  public FlinkSettings withTaskManagerHosts(IntFunction<String> changed) {
    return new FlinkSettings(
        version, memory, config, extraJars, quickStart, systemProperties, Optional.of(changed));
  }
}
