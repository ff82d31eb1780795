package io.amoeba.embedded;

import com.sun.management.OperatingSystemMXBean;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.RedisBinary;
import io.amoeba.embedded.runtime.Runtimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds all problems that would prevent a start, before anything is started. Immutable. */
final class Preflight {
  private static final int ANY_PORT = 0;
  private static final Path MEMINFO = Path.of("/proc/meminfo");

  private final ClusterSettings settings;
  private final Runtimes runtimes;
  private final LongSupplier freeMegabytes;
  private final Predicate<String> usableHost;

  Preflight(ClusterSettings settings, Runtimes runtimes) {
    this(settings, runtimes, Preflight::freeMegabytes, host -> FreePorts.isFree(host, ANY_PORT));
  }

  Preflight(
      ClusterSettings settings,
      Runtimes runtimes,
      LongSupplier freeMegabytes,
      Predicate<String> usableHost) {
    this.settings = settings;
    this.runtimes = runtimes;
    this.freeMegabytes = freeMegabytes;
    this.usableHost = usableHost;
  }

  /**
   * @throws IllegalStateException with all problems and their remedies
   */
  void check() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(
          problems.stream()
              .map(problem -> "- " + problem)
              .collect(Collectors.joining("\n", "The servers cannot be started:\n", "")));
    }
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>(runtimes.problems(settings.runtimes()));
    if (settings.redis() != null) {
      RedisBinary.problem().ifPresent(problems::add);
    }
    FlinkSettings flink = settings.flink();
    if (flink != null) {
      flink.extraJars().stream().flatMap(jar -> missing(jar).stream()).forEach(problems::add);
    }
    memory().ifPresent(problems::add);
    loopback().ifPresent(problems::add);
    return problems;
  }

  private static Optional<String> missing(Path jar) {
    return Files.isRegularFile(jar)
        ? Optional.empty()
        : Optional.of("No jar at " + jar + ": build it with `mvn package`.");
  }

  /** Available memory; where the operating system does not report it, all of the machine's. */
  private static long freeMegabytes() {
    // The bean knows the limits of a container, /proc/meminfo does not.
    long total =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
    try {
      return Math.min(total, available(Files.readAllLines(MEMINFO), total));
    } catch (IOException e) {
      return total;
    }
  }

  static long available(List<String> meminfo, long otherwise) {
    return meminfo.stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
        .findFirst()
        .orElse(otherwise);
  }

  private Optional<String> memory() {
    long free = freeMegabytes.getAsLong();
    int needed = settings.expectedMegabytes();
    return free >= needed
        ? Optional.empty()
        : Optional.of(
            "%d nodes need about %d MB of memory, but only %d MB are available: end other programs, use fewer nodes, or give each server less memory."
                .formatted(settings.allNodes(), needed, free));
  }

  private Optional<String> loopback() {
    List<String> unusable =
        IntStream.rangeClosed(1, settings.hosts())
            .mapToObj(EmbeddedCluster::nodeHost)
            .filter(usableHost.negate())
            .toList();
    if (unusable.isEmpty()) {
      return Optional.empty();
    }
    String remedy =
        unusable.stream()
            .map(host -> "sudo ifconfig lo0 alias " + host + " up")
            .collect(Collectors.joining(" && "));
    return Optional.of(
        "Each node needs a loopback address of its own, but %s cannot be used. On macOS run: %s"
            .formatted(String.join(", ", unusable), remedy));
  }
}
