package io.amoeba.embedded.flink;

import io.amoeba.embedded.process.JavaCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory of the Flink processes, in megabytes. Immutable.
 *
 * @param jobManagerHeap heap of the JobManager
 * @param taskHeap heap for the tasks of one TaskManager; 64 more are Flink's own
 * @param network network buffers of one TaskManager, outside the heap
 * @param managed managed memory of one TaskManager, outside the heap; the heap state backend needs
 *     none
 */
public record FlinkMemory(int jobManagerHeap, int taskHeap, int network, int managed) {
  private static final int FRAMEWORK_HEAP = 64;
  private static final int FRAMEWORK_OFF_HEAP = 64;
  private static final int METASPACE = 256;
  private static final int OVERHEAD = 64;

  /** 192 MB for the JobManager's heap, 640 MB for each TaskManager in all. */
  public static FlinkMemory defaults() {
    return new FlinkMemory(192, 144, 48, 0);
  }

  /** Memory of one TaskManager in all. */
  public int taskManagerMegabytes() {
    return FRAMEWORK_HEAP
        + taskHeap
        + FRAMEWORK_OFF_HEAP
        + network
        + managed
        + METASPACE
        + OVERHEAD;
  }

  /** Memory of the JobManager in all. */
  public int jobManagerMegabytes() {
    return jobManagerHeap + METASPACE + OVERHEAD;
  }

  /**
   * Flink's start scripts derive these eleven keys; without them a TaskManager refuses to start
   * (TaskExecutorResourceUtils).
   */
  Map<String, String> taskManagerConfig() {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("taskmanager.cpu.cores", "1.0");
    config.put("taskmanager.memory.framework.heap.size", megabytes(FRAMEWORK_HEAP));
    config.put("taskmanager.memory.framework.off-heap.size", megabytes(FRAMEWORK_OFF_HEAP));
    config.put("taskmanager.memory.task.heap.size", megabytes(taskHeap));
    config.put("taskmanager.memory.task.off-heap.size", megabytes(0));
    config.put("taskmanager.memory.managed.size", megabytes(managed));
    config.put("taskmanager.memory.jvm-metaspace.size", megabytes(METASPACE));
    config.put("taskmanager.memory.network.min", megabytes(network));
    config.put("taskmanager.memory.network.max", megabytes(network));
    config.put("taskmanager.memory.jvm-overhead.min", megabytes(OVERHEAD));
    config.put("taskmanager.memory.jvm-overhead.max", megabytes(OVERHEAD));
    return config;
  }

  List<String> taskManagerFlags() {
    int heap = FRAMEWORK_HEAP + taskHeap;
    return List.of(
        "-Xms" + heap + "m",
        "-Xmx" + heap + "m",
        "-XX:MaxDirectMemorySize=" + (FRAMEWORK_OFF_HEAP + network) + "m",
        "-XX:MaxMetaspaceSize=" + METASPACE + "m",
        "-XX:+UseSerialGC");
  }

  List<String> jobManagerFlags() {
    return List.of(
        "-Xmx" + jobManagerHeap + "m",
        "-XX:MaxMetaspaceSize=" + METASPACE + "m",
        "-XX:+UseSerialGC",
        JavaCommand.QUICK_START);
  }

  private static String megabytes(int value) {
    return value + " mb";
  }
}
