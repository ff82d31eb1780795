package io.amoeba.priority.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.priority.agent.SampleOptions;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.EnumMap;
import java.util.Map;
import org.apache.cassandra.net.ParamType;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class MessageClassesTest {

  private final PriorityCounters counters = new PriorityCounters();
  private final MessageClasses messages =
      new MessageClasses(true, new PrioritySettings(SampleOptions.of("")), counters);

  @Test
  void aMessageOfNobodysClassIsStocks() {
    Map<ParamType, Object> stock = new EnumMap<>(ParamType.class);

    assertThat(messages.params(stock, ServiceClass.NORMAL)).isSameAs(stock);
    assertThat(messages.params(stock, ServiceClass.LOW)).containsKey(ParamType.CUSTOM_MAP);
    assertThat(counters.messagesSent(ServiceClass.LOW)).isOne();
  }

  @Test
  void otherParametersStay() {
    Map<ParamType, Object> stock = new EnumMap<>(ParamType.class);
    stock.put(ParamType.CUSTOM_MAP, Map.of("another agent's", new byte[] {7}));
    stock.put(ParamType.TRACE_TYPE, "query");

    Map<ParamType, Object> params = messages.params(stock, ServiceClass.HIGH);

    assertThat(params).containsEntry(ParamType.TRACE_TYPE, "query");
    assertThat(params.get(ParamType.CUSTOM_MAP))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, byte[].class))
        .containsOnlyKeys("another agent's", ClassParameter.KEY);
  }

  @Test
  void aMessageWhoseClassCannotBeReadIsNormalAndCounted() {
    Runnable noMessage = () -> {};

    assertThat(messages.classOf(noMessage)).isEqualTo(ServiceClass.NORMAL);
    assertThat(counters.hookFailures()).isOne();
  }

  @Test
  void aMessageWhoseParametersCannotBeExtendedIsSentWithoutAClass() {
    Map<ParamType, Object> unreadable = new UnreadableParams();

    assertThat(messages.params(unreadable, ServiceClass.LOW)).isSameAs(unreadable);
    assertThat(counters.hookFailures()).isOne();
  }

  private static final class UnreadableParams extends EnumMap<ParamType, Object> {
    private static final long serialVersionUID = 1;

    UnreadableParams() {
      super(ParamType.class);
    }

    @Override
    public boolean isEmpty() {
      throw new IllegalStateException("unreadable");
    }
  }
}
