package io.amoeba.agentkit.load;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** The use of the CPUs of the machine, or of the container that the node runs in. Stateless. */
public final class CpuLoad {

  private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

  private CpuLoad() {}

  /**
   * Since the last call; in a container it takes the JVM long.
   *
   * @return 0 … 1; negative or no number: unknown
   */
  // Its newer name is not there on Java 11.
  @SuppressWarnings("deprecation")
  public static double now() {
    return SYSTEM instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getSystemCpuLoad()
        : -1;
  }
}
