package io.amoeba.experiments.alignment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How busy all processors of this machine were, by looks that are taken again and again. Nodes
 * share them, whatever the limit of each is. Confined to one thread.
 */
final class MachineLoad {
  private record Look(long epochMillis, double busy) {}

  private final LongSupplier clockMillis;
  private final DoubleSupplier busySinceLast;
  private final List<Look> looks = new ArrayList<>();

  /**
   * Of a machine.
   *
   * @param busySinceLast share of its processors that was busy since it was asked last, 0 … 1; else
   *     not known
   */
  MachineLoad(LongSupplier clockMillis, DoubleSupplier busySinceLast) {
    this.clockMillis = clockMillis;
    this.busySinceLast = busySinceLast;
  }

  /** Of this machine. */
  static MachineLoad ofThis() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new MachineLoad(System::currentTimeMillis, system::getCpuLoad);
  }

  /** Takes a look. */
  void look() {
    looks.add(new Look(clockMillis.getAsLong(), busySinceLast.getAsDouble()));
  }

  /** The mean of the times between two looks within a span of epoch milliseconds; NaN: unknown. */
  double busy(long fromMillis, long toMillis) {
    double sum = 0;
    long millis = 0;
    for (int i = 1; i < looks.size(); i++) {
      Look before = looks.get(i - 1);
      Look look = looks.get(i);
      if (before.epochMillis >= fromMillis && look.epochMillis <= toMillis && look.busy >= 0) {
        long between = look.epochMillis - before.epochMillis;
        sum += look.busy * between;
        millis += between;
      }
    }
    return millis == 0 ? Double.NaN : sum / millis;
  }
}
