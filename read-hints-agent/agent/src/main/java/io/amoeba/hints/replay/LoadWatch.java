package io.amoeba.hints.replay;

import io.amoeba.agentkit.load.CpuLoad;
import io.amoeba.hints.protocol.load.LoadLimits;
import io.amoeba.hints.protocol.load.LoadShedder;
import io.amoeba.hints.protocol.load.NodeLoad;
import io.amoeba.hints.settings.HintSettings;
import org.apache.cassandra.concurrent.Stage;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.streaming.StreamManager;

/** Sheds load by the node's load, once a second. Confined to one thread. */
public final class LoadWatch {

  private LoadShedder shedder = new LoadShedder(LoadLimits.DEFAULTS);
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
        CpuLoad.now(),
        CompactionManager.instance.getPendingTasks(),
        !StreamManager.instance.getCurrentStreams().isEmpty());
  }
}
