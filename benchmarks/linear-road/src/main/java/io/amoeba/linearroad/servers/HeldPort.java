package io.amoeba.linearroad.servers;

import java.io.IOException;
import java.net.InetAddress;
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
  static ServerSocket hold(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new IllegalStateException(
          "Port %d of 127.0.0.1 is taken (%s): end the program that has it, give another one with --http-port, or omit the option"
              .formatted(port, e.getMessage()),
          e);
    }
  }
}
