package io.amoeba.shift.checks.intruder;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.service.StorageService;

/** A Java agent that lets a test do what an error or a hostile node would do. */
public final class Intruder implements IntruderMXBean {

  public static void premain(String arguments) throws JMException {
    ManagementFactory.getPlatformMBeanServer().registerMBean(new Intruder(), new ObjectName(NAME));
  }

  @Override
  public void gossip(String text) {
    Gossiper.instance.addLocalApplicationState(
        ApplicationState.X8,
        StorageService.instance.valueFactory.cloneWithHigherVersion(
            VersionedValue.unsafeMakeVersionedValue(text, 0)));
  }

  @Override
  public void interrupt(String thread) {
    Thread.getAllStackTraces().keySet().stream()
        .filter(running -> running.getName().equals(thread))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no thread " + thread))
        .interrupt();
  }
}
