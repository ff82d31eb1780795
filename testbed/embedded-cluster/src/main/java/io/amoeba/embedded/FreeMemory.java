package io.amoeba.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory new processes can have. */
final class FreeMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final int KILOBYTES_PER_MEGABYTE = 1024;
  private static final long BYTES_PER_MEGABYTE = 1024 * 1024;

  private FreeMemory() {}

  /**
   * Megabytes; where the operating system does not tell what is available, all that the machine
   * has.
   */
  static long megabytes() {
    // The bean knows the limits of a container, /proc/meminfo does not.
    long total =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
            / BYTES_PER_MEGABYTE;
    try {
      return Files.isReadable(MEMINFO)
          ? Math.min(total, available(Files.readAllLines(MEMINFO), total))
          : total;
    } catch (IOException e) {
      return total;
    }
  }

  static long available(List<String> meminfo, long otherwise) {
    return meminfo.stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(kilobytes -> Long.parseLong(kilobytes) / KILOBYTES_PER_MEGABYTE)
        .findFirst()
        .orElse(otherwise);
  }
}
