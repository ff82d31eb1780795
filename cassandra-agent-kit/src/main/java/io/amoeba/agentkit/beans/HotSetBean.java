package io.amoeba.agentkit.beans;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What clients read most often, read here through the read-hints agent, when this JVM has it. The
 * agents know each other by that MBean only. Safe for concurrent use.
 */
public final class HotSetBean {

  private static final Logger logger = LoggerFactory.getLogger(HotSetBean.class);

  private static final String NAME = "io.amoeba:type=ReadHints";

  private final MBeanServer beans;
  private final ObjectName bean;

  public HotSetBean(MBeanServer beans) {
    this.beans = beans;
    try {
      bean = new ObjectName(NAME);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  public static HotSetBean ofThisProcess() {
    return new HotSetBean(ManagementFactory.getPlatformMBeanServer());
  }

  /** Whether this JVM has the agent for read hints, and it runs. */
  public boolean isThere() {
    return beans.isRegistered(bean);
  }

  /**
   * Returns when all is read, or after the limit; throws nothing.
   *
   * @param ranges as {@code left:right,…}; empty: all that this node has or is about to have
   * @param onFailure the consequence, as it follows "The peers' hot set was not pulled; …"
   */
  public void pull(Duration limit, String ranges, String onFailure) {
    try {
      Object applied =
          beans.invoke(
              bean,
              "pullHotSetAndWait",
              new Object[] {limit.toMillis(), ranges},
              new String[] {long.class.getName(), String.class.getName()});
      logger.info("Warmed up by {} reads of the peers' hot set", applied);
    } catch (JMException | RuntimeException e) {
      logger.warn("The peers' hot set was not pulled; {}", onFailure, e);
    }
  }
}
