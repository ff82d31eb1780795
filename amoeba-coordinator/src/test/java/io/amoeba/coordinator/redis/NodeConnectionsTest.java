package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeConnectionsTest {

  /** The kernel sends what is left of a connection that ends in order, and none of a reset one. */
  @Test
  void connectionThatIsGivenUpIsResetSoThatNothingIsSentOfItLater() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        RedisConnections redis = new RedisConnections(settings(silent), Leadership.ALONE)) {
      NodeConnections connections = redis.changing();
      ServerAddress node = settings(silent).endpoints().get(0);

      assertThatThrownBy(() -> connections.connect(node)).isInstanceOf(RedisException.class);

      try (Socket seen = silent.accept()) {
        assertThatThrownBy(() -> seen.getInputStream().readAllBytes())
            .isInstanceOf(SocketException.class)
            .hasMessageContaining("reset");
      }
      assertThat(connections.open(node)).isEmpty();
    }
  }

  private static RedisSettings settings(ServerSocket server) {
    return new RedisSettings(
        List.of(new ServerAddress("127.0.0.1", server.getLocalPort())),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ofMillis(300));
  }
}
