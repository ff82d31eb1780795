package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentkit.beans.HotSetBean;
import io.amoeba.streaming.protocol.join.TokenRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a bean that takes notes in the place of the other agent's. */
class HotSetTest {

  private static final Duration LIMIT = Duration.ofSeconds(7);

  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private final HotSet hotSet = new HotSet(new HotSetBean(beans));
  private final List<String> asked = new ArrayList<>();
  private boolean fails;

  /** What is called of the other agent. */
  public interface PullMXBean {
    long pullHotSetAndWait(long limitMillis, String ranges);
  }

  private void register() throws JMException {
    PullMXBean bean =
        (limitMillis, ranges) -> {
          asked.add(limitMillis + " ms: " + ranges);
          if (fails) {
            throw new IllegalArgumentException("as asked by the test");
          }
          return 3;
        };
    beans.registerMBean(bean, new ObjectName("io.amoeba:type=ReadHints"));
  }

  @BeforeEach
  void theReadHintsAgentIsAbsentUntilItsBeanIsRegistered() {
    assertThat(hotSet.isThere()).isFalse();
  }

  @Test
  void theOtherAgentIsAskedForTheRangesEachOnce() throws JMException {
    register();

    hotSet.pull(List.of(new TokenRange(5, -5), new TokenRange(1, 2), new TokenRange(5, -5)), LIMIT);

    assertThat(hotSet.isThere()).isTrue();
    assertThat(asked).containsExactly("7000 ms: 1:2,5:-5");
  }

  @Test
  void forMoreRangesThanItTakesItIsAskedForAll() throws JMException {
    register();

    hotSet.pull(
        LongStream.range(0, 1_001).mapToObj(left -> new TokenRange(left, left + 1)).toList(),
        LIMIT);

    assertThat(asked).containsExactly("7000 ms: ");
  }

  @Test
  void withoutRangesOrTimeNoPeerIsAsked() throws JMException {
    register();

    hotSet.pull(List.of(), LIMIT);
    hotSet.pull(List.of(new TokenRange(1, 2)), Duration.ofNanos(-1));

    assertThat(asked).isEmpty();
  }

  @Test
  void neitherItsFailureNorItsAbsenceReachesTheJoin() throws JMException {
    hotSet.pull(List.of(new TokenRange(1, 2)), LIMIT);
    register();
    fails = true;

    hotSet.pull(List.of(new TokenRange(1, 2)), LIMIT);

    assertThat(asked).hasSize(1);
  }
}
