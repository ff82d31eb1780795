package io.amoeba.shift.node;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What clients read most often, read here through the read-hints agent before reads return, where
 * this JVM has that agent. The two agents know each other by that MBean only. Safe for concurrent
 * use.
 */
public final class HotSetPull {

  private static final Logger logger = LoggerFactory.getLogger(HotSetPull.class);

  private static final String BEAN = "io.amoeba:type=ReadHints";

  /** Of all that this node has. */
  private static final String ALL_RANGES = "";

  private final MBeanServer beans;
  private final ObjectName bean;
  private final long limitMillis;
  private volatile boolean pulling;

  public HotSetPull(Duration limit) {
    this(ManagementFactory.getPlatformMBeanServer(), limit);
  }

  HotSetPull(MBeanServer beans, Duration limit) {
    this.beans = beans;
    this.limitMillis = limit.toMillis();
    try {
      bean = new ObjectName(BEAN);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts it, unless it runs or there is no agent for read hints. */
  synchronized void start() {
    if (pulling || !beans.isRegistered(bean)) {
      return;
    }
    pulling = true;
    Thread thread = new Thread(this::pull, "ReadShift-Warm");
    thread.setDaemon(true);
    thread.start();
  }

  private void pull() {
    try {
      Object applied =
          beans.invoke(
              bean,
              "pullHotSetAndWait",
              new Object[] {limitMillis, ALL_RANGES},
              new String[] {long.class.getName(), String.class.getName()});
      logger.info("Warmed up by {} reads of the peers' hot set", applied);
    } catch (JMException | RuntimeException e) {
      logger.warn("The peers' hot set was not pulled; reads return without it", e);
    } finally {
      pulling = false;
    }
  }

  boolean isRunning() {
    return pulling;
  }
}
