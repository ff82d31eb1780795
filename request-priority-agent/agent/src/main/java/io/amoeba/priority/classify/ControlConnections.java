package io.amoeba.priority.classify;

import io.netty.channel.Channel;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import java.util.concurrent.atomic.LongAdder;

/**
 * Connections that have registered for events: drivers learn from them which nodes there are, and
 * give up nodes when these are slow to answer. Safe for concurrent use.
 */
public final class ControlConnections {

  private static final AttributeKey<Boolean> KEY =
      AttributeKey.valueOf("amoeba.request-priority.control");

  private final LongAdder seen = new LongAdder();

  /** A client registers for events; once for each kind of event. */
  public void registered(Channel channel) {
    Attribute<Boolean> attribute = channel.attr(KEY);
    if (attribute.getAndSet(Boolean.TRUE) == null) {
      seen.increment();
    }
  }

  /** Those since the start. */
  public long seen() {
    return seen.sum();
  }

  boolean contains(Channel channel) {
    return channel.attr(KEY).get() != null;
  }
}
