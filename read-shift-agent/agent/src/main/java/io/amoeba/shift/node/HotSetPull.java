package io.amoeba.shift.node;

import io.amoeba.agentkit.beans.HotSetBean;
import java.time.Duration;

/**
 * What clients read most often is read here before reads return, where this JVM has the read-hints
 * agent. Safe for concurrent use.
 */
public final class HotSetPull {

  /** Of all that this node has. */
  private static final String ALL_RANGES = "";

  private final HotSetBean bean;
  private final Duration limit;
  private volatile boolean pulling;

  public HotSetPull(Duration limit) {
    this(HotSetBean.ofThisProcess(), limit);
  }

  HotSetPull(HotSetBean bean, Duration limit) {
    this.bean = bean;
    this.limit = limit;
  }

  /** Starts it, unless it runs or there is no agent for read hints. */
  synchronized void start() {
    if (pulling || !bean.isThere()) {
      return;
    }
    pulling = true;
    Thread thread = new Thread(this::pull, "ReadShift-Warm");
    thread.setDaemon(true);
    thread.start();
  }

  private void pull() {
    try {
      bean.pull(limit, ALL_RANGES, "reads return without it");
    } finally {
      pulling = false;
    }
  }

  boolean isRunning() {
    return pulling;
  }
}
