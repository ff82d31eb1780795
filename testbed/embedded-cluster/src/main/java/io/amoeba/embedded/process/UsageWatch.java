package io.amoeba.embedded.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Samples memory, threads and file descriptors of all servers that this JVM has started, and tells
 * which of them have grown. Linux alone. Safe for concurrent use.
 */
public final class UsageWatch implements AutoCloseable {

  /**
   * One server at one moment.
   *
   * @param heapBytes live after a full collection; 0 if it is no JVM
   * @param nonHeapBytes metaspace and compiled code; 0 if it is no JVM
   */
  record Usage(long heapBytes, long nonHeapBytes, int threads, int descriptors) {}

  /** The first quarter has the warm-up: the second one is compared with the last. */
  private static final int QUARTERS = 4;

  private static final int LEAST_SAMPLES = 2 * QUARTERS;
  private static final long MEBIBYTE = 1 << 20;

  private enum Measure {
    // What a server may keep for a while: caches, code that is compiled late, pooled connections.
    HEAP("MiB of live heap", usage -> usage.heapBytes() / MEBIBYTE, 1.25, 16),
    NON_HEAP("MiB beside the heap", usage -> usage.nonHeapBytes() / MEBIBYTE, 1.15, 16),
    THREADS("threads", Usage::threads, 1.1, 4),
    DESCRIPTORS("file descriptors", Usage::descriptors, 1.1, 16);

    private final String unit;
    private final ToLongFunction<Usage> value;
    private final double factor;
    private final long margin;

    Measure(String unit, ToLongFunction<Usage> value, double factor, long margin) {
      this.unit = unit;
      this.value = value;
      this.factor = factor;
      this.margin = margin;
    }

    long median(List<Usage> samples) {
      long[] sorted = samples.stream().mapToLong(value).sorted().toArray();
      return sorted[sorted.length / 2];
    }

    boolean hasGrown(long early, long late) {
      return late > early * factor + margin;
    }
  }

  private final Map<String, List<Usage>> samples = new LinkedHashMap<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampler = new Thread(task, "usage-watch");
            sampler.setDaemon(true);
            return sampler;
          });

  private UsageWatch() {}

  /** Samples once in this time, until it is closed. */
  public static UsageWatch start(Duration interval) {
    UsageWatch watch = new UsageWatch();
    watch.thread.scheduleWithFixedDelay(
        watch::sample, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  private void sample() {
    ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).forEach(this::sample);
  }

  private void sample(ProcessHandle server) {
    try {
      add("%s (%d)".formatted(name(server.info()), server.pid()), usage(server));
    } catch (IOException | RuntimeException | AttachNotSupportedException e) {
      // It may have ended meanwhile, of which its beans tell by exceptions of their own; one that
      // left this method would end the sampling of all others.
      if (server.isAlive()) {
        System.out.printf("no sample of process %d: %s%n", server.pid(), e);
      }
    }
  }

  synchronized void add(String server, Usage usage) {
    samples.computeIfAbsent(server, name -> new ArrayList<>()).add(usage);
  }

  /** Its main class, jar or program. */
  private static String name(ProcessHandle.Info info) {
    String program = Path.of(info.command().orElse("unknown")).getFileName().toString();
    List<String> words = List.of(info.arguments().orElse(new String[0]));
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-cp") || word.equals("-classpath")) {
        i++;
      } else if (!word.startsWith("-")) {
        return program.equals("java") ? word.substring(word.lastIndexOf('.') + 1) : program;
      }
    }
    return program;
  }

  private static Usage usage(ProcessHandle server) throws IOException, AttachNotSupportedException {
    Path process = Path.of("/proc", String.valueOf(server.pid()));
    int descriptors;
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      descriptors = Math.toIntExact(open.count());
    }
    int threads = threads(Files.readAllLines(process.resolve("status")));
    boolean isJvm = server.info().command().orElse("").endsWith("java");
    return isJvm
        ? ofJvm(server.pid(), threads, descriptors)
        : new Usage(0, 0, threads, descriptors);
  }

  private static int threads(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith("Threads:"))
        .mapToInt(line -> Integer.parseInt(line.substring("Threads:".length()).strip()))
        .findFirst()
        .orElse(0);
  }

  @SuppressWarnings("BanJNDI") // to a server that this JVM has started, on this machine
  private static Usage ofJvm(long pid, int threads, int descriptors)
      throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
    try {
      JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
      try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
        MemoryMXBean memory =
            ManagementFactory.newPlatformMXBeanProxy(
                connector.getMBeanServerConnection(),
                ManagementFactory.MEMORY_MXBEAN_NAME,
                MemoryMXBean.class);
        memory.gc();
        return new Usage(
            memory.getHeapMemoryUsage().getUsed(),
            memory.getNonHeapMemoryUsage().getUsed(),
            threads,
            descriptors);
      }
    } finally {
      machine.detach();
    }
  }

  /** What has grown, a line each; empty if nothing has. Servers with few samples are left out. */
  public synchronized List<String> growth() {
    List<String> grown = new ArrayList<>();
    samples.forEach(
        (server, usages) -> {
          if (usages.size() >= LEAST_SAMPLES) {
            List<Usage> early = quarter(usages, 1);
            List<Usage> late = quarter(usages, QUARTERS - 1);
            for (Measure measure : Measure.values()) {
              long before = measure.median(early);
              long after = measure.median(late);
              if (measure.hasGrown(before, after)) {
                grown.add("%s: %d, then %d %s".formatted(server, before, after, measure.unit));
              }
            }
          }
        });
    return grown;
  }

  private static List<Usage> quarter(List<Usage> usages, int number) {
    int size = usages.size();
    return usages.subList(size * number / QUARTERS, size * (number + 1) / QUARTERS);
  }

  /** Servers that have enough samples to be judged. */
  public synchronized int judged() {
    return Math.toIntExact(
        samples.values().stream().filter(usages -> usages.size() >= LEAST_SAMPLES).count());
  }

  /** A line for each server: its samples, and medians of the second and of the last quarter. */
  public synchronized String table() {
    return samples.entrySet().stream()
        .map(entry -> row(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String row(String server, List<Usage> usages) {
    if (usages.size() < LEAST_SAMPLES) {
      return "%s: %d samples".formatted(server, usages.size());
    }
    return Stream.of(Measure.values())
        .map(
            measure ->
                "%d to %d %s"
                    .formatted(
                        measure.median(quarter(usages, 1)),
                        measure.median(quarter(usages, QUARTERS - 1)),
                        measure.unit))
        .collect(Collectors.joining(", ", "%s: %d samples, ".formatted(server, usages.size()), ""));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
