package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.servers.EmbeddedFleet;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** CPU time of the processes of a run, from its creation on. Confined to one thread. */
final class CpuUsage {
  /** How many CPUs were busy on average; {@code all}: also with Kafka and the JVM of the run. */
  record BusyCpus(double taskManagers, double redis, double all) {
    static final BusyCpus NONE = new BusyCpus(0, 0, 0);

    private BusyCpus since(BusyCpus earlier, double millis) {
      return new BusyCpus(
          (taskManagers - earlier.taskManagers) / millis,
          (redis - earlier.redis) / millis,
          (all - earlier.all) / millis);
    }
  }

  private final EmbeddedFleet fleet;
  private final long beginNanos = System.nanoTime();
  private final BusyCpus begin;

  CpuUsage(EmbeddedFleet fleet) {
    this.fleet = fleet;
    this.begin = cpuMillis();
  }

  private BusyCpus cpuMillis() {
    var flink = fleet.cluster().flink();
    double taskManagers =
        cpuMillis(
            IntStream.rangeClosed(1, fleet.options().nodes())
                .mapToLong(node -> flink.taskManager(node).pid()));
    double redis =
        cpuMillis(
            fleet.cluster().redis().servers().stream().mapToLong(server -> server.process().pid()));
    double others =
        cpuMillis(
            LongStream.of(
                fleet.cluster().kafka().process().pid(),
                flink.jobManager().pid(),
                ProcessHandle.current().pid()));
    return new BusyCpus(taskManagers, redis, taskManagers + redis + others);
  }

  private static double cpuMillis(LongStream pids) {
    return pids.boxed()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toMillis)
        .sum();
  }

  BusyCpus average() {
    return cpuMillis().since(begin, Math.max(1, (System.nanoTime() - beginNanos) / 1e6));
  }
}
