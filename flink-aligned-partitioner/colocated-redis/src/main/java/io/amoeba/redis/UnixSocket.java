package io.amoeba.redis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * A socket of the file system as Jedis wants one. The JDK's have no time limit for a read: somebody
 * has to call {@link #endOverdue} from time to time. Used by one thread, but for that and {@link
 * #close}.
 */
final class UnixSocket extends Socket {
  /** The first that has such sockets. */
  static final int FIRST_JAVA = 16;

  private static final long NOT_WAITING = 0;

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private volatile int timeoutMillis;
  private volatile long waitsSinceNanos = NOT_WAITING;
  private volatile boolean overdue;

  private UnixSocket(SocketChannel channel) {
    this.channel = channel;
    this.in = new TimedInput(Channels.newInputStream(channel));
    this.out = Channels.newOutputStream(channel);
  }

  /**
   * Connects.
   *
   * @throws IOException if no server listens there, or it is not allowed
   */
  static UnixSocket to(Path path) throws IOException {
    return new UnixSocket(SocketChannel.open(address(path)));
  }

  /** By reflection: the classes of this jar are for Java 11. */
  private static SocketAddress address(Path path) throws IOException {
    try {
      return (SocketAddress)
          Class.forName("java.net.UnixDomainSocketAddress")
              .getMethod("of", Path.class)
              .invoke(null, path);
    } catch (ReflectiveOperationException e) {
      throw new IOException("no socket can be at " + path, e);
    }
  }

  /** Ends the connection if its reader has waited for longer than it wanted to. */
  void endOverdue(long nowNanos) {
    long since = waitsSinceNanos;
    int millis = timeoutMillis;
    if (since != NOT_WAITING && millis > 0 && nowNanos - since > millis * 1_000_000L) {
      overdue = true;
      close();
    }
  }

  private final class TimedInput extends FilterInputStream {
    private TimedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      waitsSinceNanos = Math.max(NOT_WAITING + 1, System.nanoTime());
      try {
        return super.read(bytes, from, length);
      } catch (AsynchronousCloseException e) {
        if (overdue) {
          throw new SocketTimeoutException("no answer within " + timeoutMillis + " ms");
        }
        throw e;
      } finally {
        waitsSinceNanos = NOT_WAITING;
      }
    }
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public void setSoTimeout(int millis) {
    timeoutMillis = millis;
  }

  @Override
  public int getSoTimeout() {
    return timeoutMillis;
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return true;
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is not open any more, and nothing that was written is lost by that.
    }
  }
}
