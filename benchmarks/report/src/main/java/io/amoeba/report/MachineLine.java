package io.amoeba.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** One line about the machine, without which figures mean nothing. Stateless. */
public final class MachineLine {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final long BYTES_PER_GIGABYTE = 1L << 30;

  private MachineLine() {}

  public static String text() {
    long gigabytes =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize()
            / BYTES_PER_GIGABYTE;
    return "%d CPUs%s, %d GB, %s %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            model(),
            gigabytes,
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            System.getProperty("java.version"));
  }

  private static String model() {
    if (!Files.isReadable(CPU)) {
      return "";
    }
    try {
      return Files.readAllLines(CPU).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> " " + line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
