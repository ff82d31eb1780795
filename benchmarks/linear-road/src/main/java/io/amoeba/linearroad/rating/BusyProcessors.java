package io.amoeba.linearroad.rating;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.linearroad.servers.EmbeddedFleet;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Processor time that the processes of a run take from now on. Confined to one thread. */
final class BusyProcessors {
  private final List<ProcessHandle> taskManagers;
  private final List<ProcessHandle> redis;
  private final List<ProcessHandle> others;
  private final long beginNanos = System.nanoTime();
  private final double taskManagersBefore;
  private final double redisBefore;
  private final double othersBefore;

  BusyProcessors(EmbeddedFleet fleet) {
    var flink = fleet.cluster().flink();
    taskManagers =
        IntStream.rangeClosed(1, fleet.options().nodes())
            .mapToObj(node -> flink.taskManager(node).pid())
            .flatMap(BusyProcessors::handle)
            .toList();
    redis =
        fleet.cluster().redis().servers().stream()
            .map(RedisServer::process)
            .flatMap(process -> handle(process.pid()))
            .toList();
    others =
        Stream.concat(
                Stream.of(
                        fleet.cluster().kafka().process().pid(),
                        fleet.cluster().flink().jobManager().pid())
                    .flatMap(BusyProcessors::handle),
                Stream.of(ProcessHandle.current()))
            .toList();
    taskManagersBefore = millis(taskManagers);
    redisBefore = millis(redis);
    othersBefore = millis(others);
  }

  private static Stream<ProcessHandle> handle(long pid) {
    return ProcessHandle.of(pid).stream();
  }

  private static double millis(List<ProcessHandle> processes) {
    return processes.stream()
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toMillis)
        .sum();
  }

  /** Processors that were busy on average since this was made. */
  TrialResult.Processors average() {
    double elapsedMillis = Math.max(1, (System.nanoTime() - beginNanos) / 1e6);
    double flink = (millis(taskManagers) - taskManagersBefore) / elapsedMillis;
    double store = (millis(redis) - redisBefore) / elapsedMillis;
    double rest = (millis(others) - othersBefore) / elapsedMillis;
    return new TrialResult.Processors(flink, store, flink + store + rest);
  }
}
