package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServerNetworkTest {
  private static final String HOST = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final FreePorts ports = new FreePorts(new Random());

  @Test
  void closingEndsItsThreadsAndTheConnectionsThroughIt() throws IOException {
    ServerNetwork network = new ServerNetwork(ports);
    int port = ports.next(List.of(HOST), FreePorts.REDIS_BUS_OFFSET);
    try (ServerSocket server = new ServerSocket(port, 0, InetAddress.getByName(HOST));
        Socket client = new Socket(HOST, network.announce(HOST, port));
        Socket arrived = server.accept()) {
      client.getOutputStream().write("through".getBytes(StandardCharsets.US_ASCII));
      assertThat(arrived.getInputStream().readNBytes("through".length())).isNotEmpty();
      client.setSoTimeout((int) PATIENCE.toMillis());
      arrived.setSoTimeout((int) PATIENCE.toMillis());
      assertThat(threads()).isPositive();

      network.close();

      assertThat(client.getInputStream().read()).isNegative();
      assertThat(arrived.getInputStream().read()).isNegative();
      await().atMost(PATIENCE).until(() -> threads() == 0);
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("amoeba-server-network"))
        .count();
  }
}
