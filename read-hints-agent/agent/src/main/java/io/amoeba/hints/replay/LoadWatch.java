package io.amoeba.hints.replay;

import io.amoeba.hints.protocol.load.LoadLimits;
import io.amoeba.hints.protocol.load.LoadShedder;
import io.amoeba.hints.protocol.load.NodeLoad;
import io.amoeba.hints.settings.HintSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.streaming.StreamManager;

/** Sheds load by the node's load, once a second. Confined to one thread. */
public final class LoadWatch {

  private LoadShedder shedder = new LoadShedder(LoadLimits.DEFAULTS);
  private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
  private final HintSettings settings;

  public LoadWatch(HintSettings settings) {
    this.settings = settings;
  }

  /** Reads the load only if it is needed: the CPU use of a container takes the JVM long. */
  public void tick() {
    if (settings.isLoadShedding()) {
      settings.setLoadPercent(shedder.next(load()));
    } else {
      shedder = new LoadShedder(LoadLimits.DEFAULTS);
      settings.setLoadPercent(100);
    }
  }

  private NodeLoad load() {
    return new NodeLoad(
        Stage.READ.executor().getPendingTaskCount(),
        cpu(),
        CompactionManager.instance.getPendingTasks(),
        !StreamManager.instance.getCurrentStreams().isEmpty());
  }

  /**
   * Of the machine, or of the container that the node runs in. Java 11 has no newer name for it.
   */
  @SuppressWarnings("deprecation")
  private double cpu() {
    return system instanceof com.sun.management.OperatingSystemMXBean sun
        ? sun.getSystemCpuLoad()
        : -1;
  }
}
