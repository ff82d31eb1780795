package io.amoeba.embedded.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Finds free TCP ports, each once on this machine, as long as the JVM lives that has got it. They
 * lie below the ports that operating systems give to outgoing connections, so they stay free until
 * the server takes them. Safe for concurrent use.
 */
public final class FreePorts {
  /** Distance of a Redis Cluster node's bus port from its client port. */
  public static final int REDIS_BUS_OFFSET = 10_000;

  // Linux gives 32768 and above to outgoing connections, macOS 49152 and above.
  static final int FIRST = 11_000;
  static final int LAST = 22_700;
  private static final int ATTEMPTS = 2_000;

  /**
   * A server takes its port seconds after it was given. Until then the same port of UDP, which no
   * server wants, tells other JVMs that it is. The system frees it when this JVM ends.
   */
  private static final List<DatagramSocket> CLAIMS = new ArrayList<>();

  private final RandomGenerator random;

  public FreePorts(RandomGenerator random) {
    this.random = random;
  }

  /** A port that is free on one host. */
  public int next(String host) {
    return next(List.of(host), 0);
  }

  /**
   * A port that is free on all hosts, together with the port {@code offset} above it.
   *
   * @throws ServerException if there is none
   */
  public synchronized int next(List<String> hosts, int offset) {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = random.nextInt(FIRST, LAST);
      if (hosts.stream().allMatch(host -> isFree(host, port) && isFree(host, port + offset))
          && claim(port)
          && (offset == 0 || claim(port + offset))) {
        return port;
      }
    }
    throw new ServerException(
        "No free TCP port between %d and %d on %s: end other servers or add the addresses"
            .formatted(FIRST, LAST, hosts));
  }

  private static boolean claim(int port) {
    try {
      DatagramSocket claim = new DatagramSocket(null);
      try {
        claim.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      } catch (IOException e) {
        claim.close();
        return false;
      }
      synchronized (CLAIMS) {
        CLAIMS.add(claim);
      }
      return true;
    } catch (IOException e) {
      throw new ServerException("Cannot open a socket to claim port " + port, e);
    }
  }

  /** Whether a server could listen on this address; port 0 checks the host alone. */
  public static boolean isFree(String host, int port) {
    try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getByName(host))) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
