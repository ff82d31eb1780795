package io.amoeba.embedded.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One TCP connection to a server, through this process. A thread for each direction reads, waits
 * until the bytes may pass, and writes them, so that they stay in order. Safe for concurrent use.
 */
public final class Relay {
  private static final int WRITE_BYTES = 2 * 1024;

  /** What bytes wait for on their way. */
  public interface Passage {
    /** Waits until bytes that have just been read may be written. */
    void await(Relay relay) throws IOException;

    /** Waits as long as bytes take that have been written to the end that connected. */
    void awaitTransfer(int bytes) throws IOException;

    /** The connection was closed. May be called repeatedly. */
    void ended(Relay relay);
  }

  private final Socket near;
  private final Socket far = new Socket();
  private final Passage passage;
  private final int bufferBytes;
  private volatile boolean open = true;

  /**
   * @param near the accepted connection
   * @param bufferBytes how much waits here in each direction, at most
   */
  public Relay(Socket near, Passage passage, int bufferBytes) {
    this.near = near;
    this.passage = passage;
    this.bufferBytes = bufferBytes;
  }

  /** Connects to the server and passes bytes until one end closes the connection. */
  public void run(InetSocketAddress server, Executor threads) {
    try {
      far.connect(server);
      // A network does not hold back small pieces until what was sent before is confirmed.
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      threads.execute(() -> pass(near, far));
      pass(far, near);
    } catch (IOException | RejectedExecutionException e) {
      end(); // no server listens, or the threads end
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[bufferBytes];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        passage.await(this);
        for (int at = 0; at < read; at += WRITE_BYTES) {
          int bytes = Math.min(WRITE_BYTES, read - at);
          out.write(buffer, at, bytes);
          if (to == near) {
            passage.awaitTransfer(bytes);
          }
        }
      }
      passage.await(this);
    } catch (IOException e) {
      // One end was closed: the other end's turn.
    } finally {
      end();
    }
  }

  /** Whether neither end has closed the connection yet. */
  public boolean isOpen() {
    return open;
  }

  /** Closes both ends. */
  public void end() {
    open = false;
    close(near);
    close(far);
    passage.ended(this);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("a socket cannot be closed", e);
    }
  }
}
