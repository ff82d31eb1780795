package io.amoeba.priority.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class ControlConnectionsTest {

  private final ControlConnections control = new ControlConnections();

  @Test
  void aConnectionThatRegistersForEventsIsOneUntilItsEnd() {
    EmbeddedChannel channel = new EmbeddedChannel();
    assertThat(control.contains(channel)).isFalse();

    control.registered(channel);
    control.registered(channel);

    assertThat(control.contains(channel)).isTrue();
    assertThat(control.contains(new EmbeddedChannel())).isFalse();
    assertThat(control.seen()).isEqualTo(1);
  }
}
