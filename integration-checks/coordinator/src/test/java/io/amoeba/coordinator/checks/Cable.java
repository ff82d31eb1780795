package io.amoeba.coordinator.checks;

import io.amoeba.embedded.network.Relay;
import io.amoeba.embedded.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ServerSocketFactory;

/**
 * The way from one process to a server, which can be cut: then connections stay open and new ones
 * are taken, but no byte passes in either direction. What was on its way arrives when it is healed,
 * as TCP would send it again. Others reach the server without it. Safe for concurrent use.
 */
final class Cable implements AutoCloseable {

  private static final int BUFFER_BYTES = 16 * 1024;

  private final InetSocketAddress server;
  private final ServerSocket listening;
  private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "cable");
            thread.setDaemon(true);
            return thread;
          });

  // Guarded by this.
  private boolean cut;
  private boolean closed;

  private Cable(InetSocketAddress server, ServerSocket listening) {
    this.server = server;
    this.listening = listening;
  }

  /** A whole one to an HTTP server. */
  static Cable to(URI server) throws IOException {
    return to(server, ServerSocketFactory.getDefault());
  }

  /** The same to a server that seems to speak TLS, if the factory's sockets do. */
  static Cable to(URI server, ServerSocketFactory near) throws IOException {
    return to(
        new InetSocketAddress(server.getHost(), server.getPort()),
        near.createServerSocket(0, 0, InetAddress.getByName("127.0.0.1")));
  }

  /** A whole one to a server that announces another port of its host. */
  static Cable to(RedisServer server, int announcedPort) throws IOException {
    return to(
        new InetSocketAddress(server.host(), server.port()),
        new ServerSocket(announcedPort, 0, InetAddress.getByName(server.host())));
  }

  private static Cable to(InetSocketAddress server, ServerSocket listening) {
    Cable cable = new Cable(server, listening);
    cable.threads.execute(cable::accept);
    return cable;
  }

  /** The server's address behind this cable. */
  URI url() {
    return URI.create("http://127.0.0.1:" + port());
  }

  int port() {
    return listening.getLocalPort();
  }

  synchronized void cut() {
    cut = true;
  }

  synchronized void heal() {
    cut = false;
    notifyAll();
  }

  private void accept() {
    try {
      while (true) {
        Relay relay = new Relay(listening.accept(), new Way(), BUFFER_BYTES);
        relays.add(relay);
        threads.execute(() -> connect(relay));
      }
    } catch (IOException e) {
      close(); // as the test has done
    }
  }

  private void connect(Relay relay) {
    try {
      awaitWhole();
      relay.run(server, threads);
    } catch (IOException e) {
      relay.end(); // interrupted
    }
  }

  private final class Way implements Relay.Passage {
    @Override
    public void await(Relay relay) throws IOException {
      awaitWhole();
    }

    @Override
    public void awaitTransfer(int bytes) {}

    @Override
    public void ended(Relay relay) {
      relays.remove(relay);
    }
  }

  private synchronized void awaitWhole() throws IOException {
    while (cut && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      listening.close();
    } catch (IOException e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
    List.copyOf(relays).forEach(Relay::end);
    threads.shutdownNow();
  }
}
