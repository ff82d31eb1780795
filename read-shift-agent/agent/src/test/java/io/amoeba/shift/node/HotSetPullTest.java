package io.amoeba.shift.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.agentkit.beans.HotSetBean;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class HotSetPullTest {

  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private final HotSetPull pull = new HotSetPull(new HotSetBean(beans), Duration.ofSeconds(30));

  /** What the agent calls of the other one. */
  public interface ReadHintsMXBean {
    long pullHotSetAndWait(long limitMillis, String ranges);
  }

  private void register(ReadHintsMXBean bean) throws Exception {
    beans.registerMBean(
        new javax.management.StandardMBean(bean, ReadHintsMXBean.class, true),
        new ObjectName("io.amoeba:type=ReadHints"));
  }

  @Test
  void withoutTheAgentForReadHintsNothingIsWarmed() {
    pull.start();

    assertThat(pull.isRunning()).isFalse();
  }

  @Test
  void itRunsUntilTheHotSetIsRead() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicReference<String> asked = new AtomicReference<>("");
    register(
        (limit, ranges) -> {
          asked.accumulateAndGet(limit + ":" + ranges + ";", String::concat);
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return 5;
        });

    pull.start();
    assertThat(pull.isRunning()).isTrue();
    pull.start();
    end.countDown();

    await().until(() -> !pull.isRunning());
    assertThat(asked).hasValue("30000:;");
  }

  @Test
  void anErrorEndsIt() throws Exception {
    register(
        (limit, ranges) -> {
          throw new IllegalArgumentException("no");
        });

    pull.start();

    await().until(() -> !pull.isRunning());
  }
}
