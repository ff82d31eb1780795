package io.amoeba.linearroad.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Keeps a TCP port of 127.0.0.1 from being taken until its server starts. Stateless. */
final class HeldPort {
  private HeldPort() {}

  /**
   * Takes a port, which is free again when the socket is closed.
   *
   * @param port 0: any free one
   * @throws IllegalStateException if another program has it
   */
  static ServerSocket hold(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IllegalStateException(
          "Port %d of 127.0.0.1 is taken (%s): end the program that has it, give another one with --http-port, or omit the option"
              .formatted(port, e.getMessage()),
          e);
    }
  }
}
