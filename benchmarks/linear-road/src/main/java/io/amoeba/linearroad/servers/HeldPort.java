package io.amoeba.linearroad.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Keeps a TCP port of 127.0.0.1 from being taken until its server starts. Confined to one thread.
 */
final class HeldPort implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final ServerSocket socket;

  private HeldPort() {
    try {
      socket = new ServerSocket();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a socket", e);
    }
  }

  /**
   * Takes a port.
   *
   * @param port 0: any free one
   * @throws IllegalStateException if somebody has it
   */
  static HeldPort hold(int port) {
    HeldPort held = new HeldPort();
    try {
      held.socket.setReuseAddress(true);
      held.socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return held;
    } catch (IOException e) {
      held.close();
      throw new IllegalStateException(
          "Port %d of %s is taken (%s): end the program that has it, or give another one with --http-port, or none"
              .formatted(port, HOST, e.getMessage()),
          e);
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a socket", e);
    }
  }
}
