package io.amoeba.embedded.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Finds free TCP ports, each once. They lie below the ports that operating systems give to outgoing
 * connections, so they stay free until the server takes them. Safe for concurrent use.
 */
public final class FreePorts {
  /** Distance of a Redis Cluster node's bus port from its client port. */
  public static final int REDIS_BUS_OFFSET = 10_000;

  // Linux gives 32768 and above to outgoing connections, macOS 49152 and above.
  private static final int FIRST = 11_000;
  private static final int LAST = 22_700;
  private static final int ATTEMPTS = 2_000;

  private final RandomGenerator random;
  private final Set<Integer> given = new HashSet<>();

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
      if (!given.contains(port)
          && hosts.stream().allMatch(host -> isFree(host, port) && isFree(host, port + offset))) {
        given.add(port);
        return port;
      }
    }
    throw new ServerException(
        "No free TCP port between %d and %d on %s: end other servers or add the addresses"
            .formatted(FIRST, LAST, hosts));
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
