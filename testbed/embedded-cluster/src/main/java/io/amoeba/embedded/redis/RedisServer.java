package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerProcess;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One redis-server process in cluster mode. Immutable.
 *
 * @param node number of the node, from 1
 */
public record RedisServer(int node, String host, int port, ServerProcess process) {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final int PING_TIMEOUT_MILLIS = 1_000;

  public RedisURI uri() {
    return RedisURI.create(host, port);
  }

  /** {@code host:port}. */
  public String address() {
    return host + ":" + port;
  }

  void awaitReady() {
    try {
      process.awaitReady(START_TIMEOUT, this::answersPing);
    } catch (ServerException e) {
      if (process.logContains("libssl") || process.logContains("libcrypto")) {
        throw new ServerException(
            "The bundled redis-server needs OpenSSL 3 (libssl.so.3), which this machine lacks. Install Redis 7.0 or newer (for example `apt-get install redis-server`) or OpenSSL 3, then start again. "
                + e.getMessage(),
            e);
      }
      throw e;
    }
  }

  private boolean answersPing() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), PING_TIMEOUT_MILLIS);
      socket.setSoTimeout(PING_TIMEOUT_MILLIS);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes("+PONG".length());
      return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
    }
  }
}
