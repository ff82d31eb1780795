package io.amoeba.coordinator.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection of a client that does not keep to what HTTP clients do. */
final class RawConnection implements AutoCloseable {

  private final Socket socket = new Socket();

  /** One whose kernel takes hardly anything that is not read. */
  static RawConnection thatReadsLittle(int port) throws IOException {
    RawConnection connection = new RawConnection();
    connection.socket.setReceiveBufferSize(2_048);
    connection.socket.connect(new InetSocketAddress("127.0.0.1", port));
    return connection;
  }

  static RawConnection to(int port) throws IOException {
    RawConnection connection = new RawConnection();
    connection.socket.connect(new InetSocketAddress("127.0.0.1", port));
    return connection;
  }

  private RawConnection() {}

  RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Waits for the first byte of an answer: the server has then counted the connection. */
  RawConnection awaitAnswer(Duration longest) throws IOException {
    socket.setSoTimeout((int) longest.toMillis());
    if (socket.getInputStream().read() < 0) {
      throw new EOFException("The server closed the connection without an answer");
    }
    return this;
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** All that comes until the server closes the connection. */
  String readToEnd(Duration longest) throws IOException {
    socket.setSoTimeout((int) longest.toMillis());
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The answer to one request, which asks for the end of the connection. */
  static String ask(int port, String request) throws IOException {
    try (RawConnection connection = to(port)) {
      return connection.send(request).readToEnd(Duration.ofSeconds(20));
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
