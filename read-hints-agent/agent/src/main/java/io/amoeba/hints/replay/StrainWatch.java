package io.amoeba.hints.replay;

import io.amoeba.hints.protocol.strain.NodeLoad;
import io.amoeba.hints.protocol.strain.StrainController;
import io.amoeba.hints.protocol.strain.StrainLimits;
import io.amoeba.hints.settings.HintSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.streaming.StreamManager;

/** Looks at the node's load once a second. Confined to one thread. */
public final class StrainWatch {

  private StrainController controller = new StrainController(StrainLimits.DEFAULTS);
  private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
  private final HintSettings settings;

  public StrainWatch(HintSettings settings) {
    this.settings = settings;
  }

  /**
   * Where nobody wants to know, it does not: what the processors do takes a container's JVM long.
   */
  public void look() {
    if (settings.isAutomaticStrain()) {
      settings.setStrainPercent(controller.next(load()));
    } else {
      controller = new StrainController(StrainLimits.DEFAULTS);
      settings.setStrainPercent(100);
    }
  }

  private NodeLoad load() {
    return new NodeLoad(
        Stage.READ.executor().getPendingTaskCount(),
        cpu(),
        CompactionManager.instance.getPendingTasks(),
        !StreamManager.instance.getCurrentStreams().isEmpty());
  }

  /** Of the machine, or of the container that the node runs in. */
  private double cpu() {
    return system instanceof com.sun.management.OperatingSystemMXBean sun ? sun.getCpuLoad() : -1;
  }
}
