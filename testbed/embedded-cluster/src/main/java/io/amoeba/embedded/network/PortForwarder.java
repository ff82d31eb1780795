package io.amoeba.embedded.network;

import io.amoeba.embedded.process.ServerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * Passes on connections from one address to another, as a router that translates addresses or a
 * published port of a container does. Safe for concurrent use.
 */
public final class PortForwarder implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerSocket listening;
  private final InetSocketAddress server;
  private final Predicate<InetAddress> passing;
  private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "amoeba-forwarder");
            thread.setDaemon(true);
            return thread;
          });

  private PortForwarder(
      ServerSocket listening, InetSocketAddress server, Predicate<InetAddress> passing) {
    this.listening = listening;
    this.server = server;
    this.passing = passing;
  }

  /**
   * Listens at one address for a server at another one, which need not run yet.
   *
   * @param passing whose connections pass; others are closed at once
   */
  public static PortForwarder open(
      InetSocketAddress near, InetSocketAddress server, Predicate<InetAddress> passing) {
    try {
      PortForwarder forwarder =
          new PortForwarder(
              new ServerSocket(near.getPort(), 0, near.getAddress()), server, passing);
      forwarder.threads.execute(forwarder::accept);
      return forwarder;
    } catch (IOException e) {
      throw new ServerException("Cannot listen on " + near, e);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listening.accept();
        try {
          if (passing.test(near.getInetAddress())) {
            threads.execute(() -> relay(near));
          } else {
            near.close();
          }
        } catch (RejectedExecutionException e) {
          near.close(); // it came while this was closed
        }
      }
    } catch (IOException e) {
      // Closed by close().
    }
  }

  private void relay(Socket near) {
    Relay relay = new Relay(near, new Way(), BUFFER_BYTES);
    relays.add(relay);
    if (threads.isShutdown()) {
      relay.end(); // close() has not seen it
    }
    relay.run(server, threads);
  }

  private final class Way implements Relay.Passage {
    @Override
    public void await(Relay relay) {}

    @Override
    public void awaitTransfer(int bytes) {}

    @Override
    public void ended(Relay relay) {
      relays.remove(relay);
    }
  }

  /** Ends all connections, and listens no more. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      listening.close();
    } catch (IOException e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
    List.copyOf(relays).forEach(Relay::end);
  }
}
