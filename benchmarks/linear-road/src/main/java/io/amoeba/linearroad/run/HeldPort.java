package io.amoeba.linearroad.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a TCP port of 127.0.0.1 from being taken until its server starts. Confined to one thread.
 */
final class HeldPort implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final ServerSocket socket;

  private HeldPort(ServerSocket socket) {
    this.socket = socket;
  }

  /**
   * Takes a port.
   *
   * @param port 0: any free one
   * @throws IllegalStateException if somebody has it
   */
  static HeldPort hold(int port) {
    ServerSocket socket = null;
    try {
      socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return new HeldPort(socket);
    } catch (IOException e) {
      close(socket);
      throw new IllegalStateException(
          "Port %d of %s is taken (%s): end the program that has it, or give another one with --http-port, or none"
              .formatted(port, HOST, e.getMessage()),
          e);
    }
  }

  private static void close(@Nullable ServerSocket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close a socket", e);
      }
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() {
    close(socket);
  }
}
