package io.amoeba.priority.checks.hostile;

import java.lang.management.ManagementFactory;
import java.net.UnknownHostException;
import java.util.HexFormat;
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

/** A Java agent that lets a node send malformed classes, over its own connections. */
public final class HostilePeer implements HostilePeerMXBean {

  private static final String KEY = "amoeba.class";

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  public static void premain(String arguments) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new HostilePeer(), new ObjectName(NAME));
  }

  @Override
  public void send(String node, String messages, String value, String repeated) {
    byte[] bytes = HexFormat.of().parseHex(value.repeat(Integer.parseInt(repeated)));
    try {
      InetAddressAndPort peer = InetAddressAndPort.getByName(node);
      for (int i = 0; i < Integer.parseInt(messages); i++) {
        send(peer, ConnectionType.SMALL_MESSAGES, bytes);
        send(peer, ConnectionType.LARGE_MESSAGES, bytes);
      }
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void send(InetAddressAndPort peer, ConnectionType connection, byte[] value) {
    Message<PingRequest> message =
        Message.builder(Verb.PING_REQ, PingRequest.get(connection))
            .withCustomParam(KEY, value)
            .build();
    MessagingService.instance().sendWithCallback(message, peer, new Count(), connection);
    sent.incrementAndGet();
  }

  @Override
  public int getSent() {
    return sent.get();
  }

  @Override
  public int getAnswered() {
    return answered.get();
  }

  @Override
  public int getFailed() {
    return failed.get();
  }

  private final class Count implements RequestCallback<NoPayload> {

    @Override
    public void onResponse(Message<NoPayload> message) {
      answered.incrementAndGet();
    }

    @Override
    public void onFailure(InetAddressAndPort from, RequestFailureReason reason) {
      failed.incrementAndGet();
    }

    @Override
    public boolean invokeOnFailure() {
      return true;
    }
  }
}
