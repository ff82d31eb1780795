package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.HeartBeatState;
import org.apache.cassandra.gms.VersionedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GossipValuesTest {

  private static EndpointState gossiping(String status) {
    VersionedValue value = VersionedValue.unsafeMakeVersionedValue(status, 1);
    return new EndpointState(
        new HeartBeatState(1, 1), Map.of(ApplicationState.STATUS_WITH_PORT, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"removing,1", "removed,1,2", "LEFT,1,2"})
  void aNodeThatWasRemovedOrLeftHasLeft(String status) {
    assertThat(GossipValues.hasLeft(gossiping(status))).isTrue();
  }

  /** It serves clients and coordinates their requests, as long as it runs. */
  @Test
  void aHibernatingNodeHasNotLeft() {
    EndpointState hibernating = gossiping("hibernate,true");

    assertThat(GossipValues.hasLeft(hibernating)).isFalse();
    assertThat(GossipValues.hibernates(hibernating)).isTrue();
  }

  /** In write survey mode a node says nothing, or BOOT, and serves clients, too. */
  @ParameterizedTest
  @ValueSource(strings = {"NORMAL,1", "shutdown,true", "BOOT,1", "LEAVING,1", ""})
  void anyOtherNodeHasNotLeftEither(String status) {
    assertThat(GossipValues.hasLeft(gossiping(status))).isFalse();
    assertThat(GossipValues.hibernates(gossiping(status))).isFalse();
  }
}
