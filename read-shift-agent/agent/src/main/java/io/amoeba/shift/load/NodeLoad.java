package io.amoeba.shift.load;

import io.amoeba.agentkit.load.CpuLoad;
import java.util.OptionalInt;
import java.util.function.DoubleSupplier;

/** CPU use, smoothed over some seconds, and waits for the disk. Used under the control's lock. */
public final class NodeLoad {

  /** Of a new sample, one a second: peaks of a second do not move reads. */
  private static final double WEIGHT = 0.2;

  private final DoubleSupplier cpuLoad;
  private final DiskPressure disk;
  private double use = -1;

  /**
   * Of a node.
   *
   * @param cpuLoad 0 … 1; negative or no number: unknown
   */
  NodeLoad(DoubleSupplier cpuLoad, DiskPressure disk) {
    this.cpuLoad = cpuLoad;
    this.disk = disk;
  }

  /** Of the machine, or of the container that the node runs in. */
  public static NodeLoad ofThisNode() {
    return new NodeLoad(CpuLoad::now, DiskPressure.ofThisProcess());
  }

  /** Takes a sample; called every second. */
  public void sample() {
    double load = cpuLoad.getAsDouble();
    if (load >= 0) {
      double percent = 100 * Math.min(load, 1);
      use = use < 0 ? percent : use + WEIGHT * (percent - use);
    }
  }

  /** Per cent of the CPU; empty: unknown. */
  public OptionalInt usePercent() {
    return use < 0 ? OptionalInt.empty() : OptionalInt.of((int) Math.round(use));
  }

  /** Per cent of the last ten seconds in which threads waited for the disk; empty: unknown. */
  public OptionalInt diskWaitPercent() {
    return disk.percent();
  }
}
