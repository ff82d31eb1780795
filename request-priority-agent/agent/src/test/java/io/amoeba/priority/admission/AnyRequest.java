package io.amoeba.priority.admission;

import io.netty.buffer.Unpooled;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.Message;

/** A request of ten bytes, which nobody executes. */
final class AnyRequest extends Message.Request {

  private static final int BYTES = 10;

  AnyRequest() {
    super(Message.Type.OPTIONS);
    setSource(new Envelope(Envelope.Header.dummy(1, Message.Type.OPTIONS), Unpooled.buffer(BYTES)));
  }

  @Override
  protected Message.Response execute(
      QueryState state, Dispatcher.RequestTime requestTime, boolean traced) {
    throw new UnsupportedOperationException();
  }
}
