package io.amoeba.experiments.usage;

import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a container has used since its start, as its control groups count it: {@code cpuNanos},
 * {@code readOperations} and {@code readBytes} of block devices, and {@code pageCacheBytes}, which
 * is the size at the moment. Sampled inside the container, so that only a few short commands
 * disturb the measurement. Immutable.
 */
public record ContainerUsage(Container container) {
  // A container has the files of version 1 of control groups, or those of version 2.
  private static final String READS = "/sys/fs/cgroup/blkio/blkio.throttle.io_serviced";
  private static final String READ_BYTES = "/sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes";
  private static final String CPU = "/sys/fs/cgroup/cpuacct/cpuacct.usage";
  private static final String MEMORY = "/sys/fs/cgroup/memory/memory.stat";
  private static final String READS_2 = "/sys/fs/cgroup/io.stat";
  private static final String CPU_2 = "/sys/fs/cgroup/cpu.stat";
  private static final String MEMORY_2 = "/sys/fs/cgroup/memory.stat";

  private static final String TIME = "time";
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String FILE = "/tmp/usage";

  /** Prints a sample, each line with the name of a file before it; the time comes last. */
  private static final String COMMAND =
      "grep -sHE 'Read|rios=|^usage_usec |^[0-9]+$|^total_cache |^file ' "
          + String.join(" ", READS, READ_BYTES, CPU, MEMORY, READS_2, CPU_2, MEMORY_2)
          + "; date +%s:%%s.%%N".formatted(TIME);

  /** A sample of this moment. */
  public static Values now(Container container) {
    return parse(container.exec("sh", "-c", COMMAND)).get(0);
  }

  /**
   * Samples a running container until it ends.
   *
   * @param period whole seconds
   */
  public static ContainerUsage follow(Container container, Duration period) {
    container.execInBackground(
        "sh",
        "-c",
        "while true; do %s; sleep %d; done >%s".formatted(COMMAND, period.toSeconds(), FILE));
    return new ContainerUsage(container);
  }

  /** All samples so far, also when the container has ended. */
  public List<Values> samples() {
    return parse(container.isRunning() ? container.exec("cat", FILE) : container.read(FILE));
  }

  /** CPUs that were used on average, of the difference of two samples. */
  public static double cpus(Values used) {
    return used.ratio("cpuNanos", "atSeconds") / NANOS_PER_SECOND;
  }

  /** Whatever the command printed, any number of times; an incomplete sample does not count. */
  static List<Values> parse(String printed) {
    List<Values> all = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : printed.substring(0, printed.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(line);
      if (line.startsWith(TIME)) {
        all.add(sample(lines));
        lines.clear();
      }
    }
    return all;
  }

  private static Values sample(List<String> lines) {
    double at = 0;
    Map<String, Double> sums = new HashMap<>();
    List.of("cpuNanos", "readOperations", "readBytes", "pageCacheBytes")
        .forEach(name -> sums.put(name, 0.0));
    for (String line : lines) {
      int colon = line.indexOf(':');
      String[] words = line.substring(colon + 1).strip().split(" +", -1);
      String last = words[words.length - 1];
      switch (line.substring(0, colon)) {
        case READS -> sums.merge("readOperations", Double.valueOf(last), Double::sum);
        case READ_BYTES -> sums.merge("readBytes", Double.valueOf(last), Double::sum);
        case READS_2 -> {
          sums.merge("readOperations", sum(words, "rios="), Double::sum);
          sums.merge("readBytes", sum(words, "rbytes="), Double::sum);
        }
        case CPU -> sums.put("cpuNanos", Double.valueOf(last));
        case CPU_2 -> sums.put("cpuNanos", Double.parseDouble(last) * NANOS_PER_MICRO);
        case TIME -> at = Double.parseDouble(last);
        default -> sums.put("pageCacheBytes", Double.valueOf(last));
      }
    }
    return Values.at(at, sums);
  }

  private static double sum(String[] words, String key) {
    double sum = 0;
    for (String word : words) {
      sum += word.startsWith(key) ? Double.parseDouble(word.substring(key.length())) : 0;
    }
    return sum;
  }
}
