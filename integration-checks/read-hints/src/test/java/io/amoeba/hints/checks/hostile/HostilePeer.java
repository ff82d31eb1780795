package io.amoeba.hints.checks.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.ConnectionType;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.PingRequest;
import org.apache.cassandra.net.RequestCallback;
import org.apache.cassandra.net.Verb;

/** A Java agent that lets a node send malformed read hints, over its own connections. */
public final class HostilePeer implements HostilePeerMXBean {

  /** Fewer than a node's inbox takes, so that seldom one is refused for want of room. */
  private static final int IN_FLIGHT = 16;

  /** Of a batch with one hint, without the key. */
  private static final int HINT_BYTES = 31;

  private final Semaphore free = new Semaphore(IN_FLIGHT);
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile boolean ended;

  public static void premain(String arguments) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new HostilePeer(), new ObjectName(NAME));
  }

  @Override
  public void send(String node, String messages, String seed) {
    Thread thread =
        new Thread(
            () -> send(node, Integer.parseInt(messages), new Random(Long.parseLong(seed))),
            "HostilePeer");
    thread.setDaemon(true);
    thread.start();
  }

  private void send(String node, int messages, Random random) {
    try {
      InetAddressAndPort peer = InetAddressAndPort.getByName(node);
      while (answered.get() < messages) {
        free.acquire();
        Message.Builder<PingRequest> message =
            Message.builder(Verb.PING_REQ, PingRequest.get(ConnectionType.SMALL_MESSAGES));
        MalformedParameters.next(random).forEach(message::withCustomParam);
        MessagingService.instance().sendWithCallback(message.build(), peer, new Count());
      }
      free.acquire(IN_FLIGHT);
      ended = true;
    } catch (UnknownHostException | InterruptedException | RuntimeException e) {
      throw new IllegalStateException("Malformed messages to " + node + " ended early", e);
    }
  }

  @Override
  public void sendHint(String node, String table, String key) {
    try {
      MessagingService.instance()
          .send(
              Message.builder(Verb.PING_REQ, PingRequest.get(ConnectionType.SMALL_MESSAGES))
                  .withCustomParam(
                      MalformedParameters.BATCH, hint(UUID.fromString(table), key.getBytes(UTF_8)))
                  .build(),
              InetAddressAndPort.getByName(node));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A batch of one table without selections and one hint. */
  private static byte[] hint(UUID table, byte[] key) {
    byte version = 1;
    return ByteBuffer.allocate(HINT_BYTES + key.length)
        .put(version)
        .put((byte) 0)
        .putLong(System.currentTimeMillis())
        .put((byte) 1)
        .putLong(table.getMostSignificantBits())
        .putLong(table.getLeastSignificantBits())
        .put((byte) 0)
        .put((byte) 1)
        .put((byte) 0)
        .put((byte) key.length)
        .put(key)
        .array();
  }

  @Override
  public int getAnswered() {
    return answered.get();
  }

  @Override
  public int getFailed() {
    return failed.get();
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  private final class Count implements RequestCallback<NoPayload> {

    @Override
    public void onResponse(Message<NoPayload> message) {
      answered.incrementAndGet();
      free.release();
    }

    @Override
    public void onFailure(InetAddressAndPort from, RequestFailureReason reason) {
      failed.incrementAndGet();
      free.release();
    }

    @Override
    public boolean invokeOnFailure() {
      return true;
    }
  }
}
