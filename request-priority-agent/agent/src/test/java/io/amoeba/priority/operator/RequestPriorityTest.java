package io.amoeba.priority.operator;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RequestPriorityTest {

  @BeforeAll
  static void initialize() {
    DatabaseDescriptor.clientInitialization();
  }

  private final OperatedNode node = new OperatedNode();
  private final RequestPriority bean = node.bean;

  @Test
  void aSettingThatIsChangedIsTheNodes() {
    bean.setEnabled(false);
    bean.setMode("observe");
    bean.setLowLimit("4");
    bean.setMaxLowLimit(32);
    bean.setNormalLimit("AUTO");
    bean.setActivation(2);
    bean.setQuietTimeMillis(0);
    bean.setHopWaitTargetMicros(50);
    bean.setInlineLocal("HIGH_AND_LOW");
    bean.setOwnThreads(false);
    bean.setTaskOrder(false);

    assertThat(node.settings.isOwnThreads()).isFalse();
    assertThat(node.settings.isTaskOrder()).isFalse();
    assertThat(node.settings.isEnabled()).isFalse();
    assertThat(node.settings.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(node.settings.lowLimit()).hasValue(4);
    assertThat(node.settings.maxLowLimit()).isEqualTo(32);
    assertThat(node.settings.normalLimit()).isEqualTo(NormalLimits.AUTO);
    assertThat(bean.getNormalLimit()).isEqualTo("auto");
    assertThat(node.settings.activation()).isEqualTo(2);
    assertThat(node.settings.quietTime()).isZero();
    assertThat(node.settings.hopWaitTarget()).isEqualTo(Duration.ofNanos(50_000));
    assertThat(node.settings.inlineLocal()).isEqualTo(InlineLocal.HIGH_AND_LOW);
    assertThat(bean.getLowLimit()).isEqualTo("4");
    assertThat(bean.getInlineLocal()).isEqualTo("high-and-low");

    bean.setLowLimit(" Auto ");

    assertThat(node.settings.lowLimit()).isEmpty();
    assertThat(bean.getLowLimit()).isEqualTo("auto");
  }

  @Test
  void rulesThatAreChangedApplyToUsersThatAreKnown() {
    node.users.grant("app");
    node.users.grant("shop", "priority_high");

    bean.setDefaultClass("low");
    bean.setOnUnauthorized("error");
    bean.setMaxAnonymousClass("normal");
    bean.setApplications("nightly=normal etl=LOW");

    assertThat(bean.getApplications()).isEqualTo("etl=low nightly=normal");
    assertThat(bean.getUsers())
        .containsExactly(
            "app: standard class low, at most normal; 0 high, 0 normal, 0 low, 0 refused",
            "shop: standard class low, at most high; 0 high, 0 normal, 0 low, 0 refused");
    assertThat(bean.explain("app", "high")).contains("Refused, as on-unauthorized=error");
    assertThat(bean.explainConnection("app", "nightly", "", "")).contains("Served as normal");
    assertThat(node.settings.classes().roleHigh()).isEqualTo("priority_high");
  }

  @Test
  void aWrongValueIsRefusedWithItsRangeAndChangesNothing() {
    refused(() -> bean.setMode("both"), "Mode=both: want one of act, observe");
    refused(() -> bean.setLowLimit("0"), "LowLimit=0: want auto, or a whole number 1 … 1024");
    refused(() -> bean.setLowLimit("1025"), "LowLimit=1025: want auto");
    refused(() -> bean.setLowLimit("-1"), "LowLimit=-1: want auto");
    refused(() -> bean.setLowLimit("99999999999"), "want auto");
    refused(() -> bean.setMaxLowLimit(0), "MaxLowLimit=0: want 1 … 1024");
    refused(() -> bean.setNormalLimit("1"), "NormalLimit=1: want one of off, auto");
    refused(() -> bean.setActivation(1_001), "Activation=1001: want 1 … 1000");
    refused(() -> bean.setQuietTimeMillis(-1), "QuietTimeMillis=-1: want 0 … 10000");
    refused(() -> bean.setHopWaitTargetMicros(49), "HopWaitTargetMicros=49: want 50 … 100000");
    refused(
        () -> bean.setHopWaitTargetMicros(Long.MAX_VALUE),
        "HopWaitTargetMicros=9223372036854775807");
    refused(
        () -> bean.setInlineLocal("all"), "InlineLocal=all: want one of off, low, high-and-low");
    refused(() -> bean.setDefaultClass("high"), "DefaultClass=high: want normal or low");
    refused(() -> bean.setMaxAnonymousClass(""), "MaxAnonymousClass=: want one of high, normal");
    refused(() -> bean.setOnUnauthorized("drop"), "OnUnauthorized=drop: want one of warn, error");
    refused(
        () -> bean.setApplications("a=low b=fast a=high \u0000=low"),
        "Applications: 'b=fast' is not name=class");

    assertThat(SettingTexts.of(node.settings))
        .isEqualTo(SettingTexts.of(new OperatedNode().settings));
  }

  @Test
  void allWrongRulesAreNamedAtOnce() {
    assertThatThrownBy(() -> bean.setApplications("a=low b=fast a=high \u0000=low"))
        .hasMessageContaining("'b=fast'")
        .hasMessageContaining("'?=low'")
        .hasMessageContaining("a is there twice");
  }

  @Test
  void heldRequestsAreReleasedAtOnce() {
    node.hold(5);
    node.normalGate.setLimit(1);
    node.normalGate.arrive("normal", 10, System.nanoTime());
    node.normalGate.arrive("held normal", 10, System.nanoTime());

    assertThat(bean.releaseAll()).isEqualTo(6);

    assertThat(node.ran).hasSize(8);
    assertThat(node.normalGate.held()).isZero();
    assertThat(node.gate.held()).isZero();
  }

  @Test
  void latenciesAreForgottenAndCountersStay() {
    node.counters.ended(HIGH, TimeUnit.MILLISECONDS.toNanos(1), 0);

    bean.resetLatencies();

    assertThat(PriorityFigures.values(node.figures.of(HIGH)))
        .containsEntry("completed", 1L)
        .containsEntry("latency_p50_micros", 0L);
  }

  @Test
  void itsAttributesAreReadAndSetByJmx() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(RequestPriorityMXBean.NAME + ",test=attributes");
    server.registerMBean(bean, name);
    try {
      server.setAttribute(name, new Attribute("LowLimit", "2"));
      TabularData classes = (TabularData) server.getAttribute(name, "Classes");

      assertThat(server.getAttribute(name, "LowLimit")).isEqualTo("2");
      assertThat(classes.keySet()).hasSize(3);
      assertThat(server.invoke(name, "explain", new Object[] {"app", "high"}, strings(2)))
          .asString()
          .contains("Served as normal");
    } finally {
      server.unregisterMBean(name);
    }
  }

  private static String[] strings(int count) {
    String[] types = new String[count];
    Arrays.fill(types, String.class.getName());
    return types;
  }

  private static void refused(ThrowingCallable change, String message) {
    assertThatThrownBy(change)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
