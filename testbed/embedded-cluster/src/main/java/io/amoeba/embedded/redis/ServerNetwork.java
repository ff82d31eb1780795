package io.amoeba.embedded.redis;

import io.amoeba.embedded.network.Relay;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.ServerException;
import io.lettuce.core.internal.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network between the servers of a Redis Cluster. Each server announces a port of its host on
 * which this listens, for its replicas and for the cluster bus. Links and parts of the network can
 * be disturbed; clients are never. Safe for concurrent use.
 */
public final class ServerNetwork implements AutoCloseable {
  /*
   * Why this way. A replica connects to the address that its primary announces to everybody, so a
   * proxy there gets clients, too. It can tell them apart: servers connect from the address on which
   * they listen (`bind-source-addr`; before 7.0 always), clients of this machine from 127.0.0.1.
   * Considered instead: firewall rules, which need root; a primary without cluster mode, which no
   * user of a cluster runs; the address of a primary in one replica's nodes.conf, which the next
   * packet on the cluster bus corrects.
   */

  private static final long STACK_BYTES = 256 * 1024;
  private static final int BUFFER_BYTES = 16 * 1024;

  /** For what a replica gets while its link is delayed. */
  private static final int LINK_BUFFER_BYTES = 1024 * 1024;

  private final FreePorts ports;
  private final Map<HostAndPort, HostAndPort> announced = new ConcurrentHashMap<>();
  private final Map<HostAndPort, HostAndPort> servers = new ConcurrentHashMap<>();
  private final Map<String, ReplicationLink> links = new ConcurrentHashMap<>();
  private final Set<ServerSocket> listening = ConcurrentHashMap.newKeySet();
  private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(null, task, "amoeba-server-network", STACK_BYTES);
            thread.setDaemon(true);
            return thread;
          });
  // Guarded by this.
  private Set<String> isolated = Set.of();

  ServerNetwork(FreePorts ports) {
    this.ports = ports;
  }

  /** Listens for a server, from the first call on, and returns the port that it announces. */
  synchronized int announce(String host, int port) {
    HostAndPort server = HostAndPort.of(host, port);
    HostAndPort known = announced.get(server);
    if (known != null) {
      return known.getPort();
    }
    int offset = FreePorts.REDIS_BUS_OFFSET;
    int near = ports.next(List.of(host), offset);
    links.put(host, new ReplicationLink());
    listen(host, near, port, true);
    listen(host, near + offset, port + offset, false);
    announced.put(server, HostAndPort.of(host, near));
    servers.put(HostAndPort.of(host, near), server);
    return near;
  }

  /**
   * The address of the server that announces one, for clients that do not go through this network;
   * the same address if no server announces it.
   */
  public HostAndPort direct(HostAndPort announcedAddress) {
    return servers.getOrDefault(announcedAddress, announcedAddress);
  }

  /**
   * The address that a server announces.
   *
   * @throws IllegalArgumentException if the server is not of this network
   */
  public HostAndPort announced(RedisServer server) {
    HostAndPort address = announced.get(HostAndPort.of(server.host(), server.port()));
    if (address == null) {
      throw new IllegalArgumentException(server.address() + " is no server of this network");
    }
    return address;
  }

  /**
   * The link of a server to its primary, while it is a replica.
   *
   * @throws IllegalArgumentException if the server is not of this network
   */
  public ReplicationLink link(RedisServer replica) {
    ReplicationLink link = links.get(replica.host());
    if (link == null) {
      throw new IllegalArgumentException(replica.address() + " is no server of this network");
    }
    return link;
  }

  /**
   * Lets no byte pass between these servers and the others, on connections that stay open. Replaces
   * an isolation before it. What is on its way arrives after {@link #reunite()}.
   */
  public synchronized void isolate(Collection<RedisServer> apart) {
    isolated = apart.stream().map(RedisServer::host).collect(Collectors.toUnmodifiableSet());
    notifyAll();
  }

  /** Ends the isolation. */
  public void reunite() {
    isolate(List.of());
  }

  private void listen(String host, int near, int far, boolean data) {
    try {
      ServerSocket socket = new ServerSocket(near, 0, InetAddress.getByName(host));
      listening.add(socket);
      threads.execute(() -> accept(socket, new InetSocketAddress(host, far), data));
    } catch (IOException e) {
      throw new ServerException("Cannot listen on %s:%d".formatted(host, near), e);
    }
  }

  private void accept(ServerSocket socket, InetSocketAddress server, boolean data) {
    try {
      while (true) {
        Socket near = socket.accept();
        try {
          threads.execute(() -> relay(near, server, data));
        } catch (RejectedExecutionException e) {
          near.close(); // it came while this was closed
        }
      }
    } catch (IOException e) {
      // Closed by close().
    }
  }

  private void relay(Socket near, InetSocketAddress server, boolean data) {
    String from = near.getInetAddress().getHostAddress();
    ReplicationLink link = data ? links.get(from) : null;
    Way way = new Way(from, server.getAddress().getHostAddress(), link);
    Relay relay = new Relay(near, way, link == null ? BUFFER_BYTES : LINK_BUFFER_BYTES);
    relays.add(relay);
    if (link != null) {
      link.add(relay);
    }
    if (threads.isShutdown()) {
      relay.end(); // close() has not seen it
    }
    relay.run(server, threads);
  }

  /** From one host to another. */
  private final class Way implements Relay.Passage {
    private final String from;
    private final String to;
    private final @Nullable ReplicationLink link;

    Way(String from, String to, @Nullable ReplicationLink link) {
      this.from = from;
      this.to = to;
      this.link = link;
    }

    @Override
    public void await(Relay relay) throws IOException {
      awaitReachable(relay, from, to);
      if (link != null) {
        link.awaitPassage(relay);
      }
    }

    @Override
    public void awaitTransfer(int bytes) throws IOException {
      if (link != null) {
        link.awaitTransfer(bytes);
      }
    }

    @Override
    public void ended(Relay relay) {
      relays.remove(relay);
      if (link != null) {
        link.ended(relay);
      }
    }
  }

  private synchronized void awaitReachable(Relay relay, String from, String to) throws IOException {
    while (relay.isOpen()
        && links.containsKey(from)
        && isolated.contains(from) != isolated.contains(to)) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** Closes all connections and ends the threads. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      for (ServerSocket socket : listening) {
        socket.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
    List.copyOf(relays).forEach(Relay::end);
    reunite();
  }
}
