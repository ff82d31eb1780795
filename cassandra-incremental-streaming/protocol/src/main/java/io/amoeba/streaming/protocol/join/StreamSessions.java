package io.amoeba.streaming.protocol.join;

/**
 * Port: Cassandra's streaming. The sender flushes and reads after the call, so that all it has
 * acknowledged before is sent; nothing is left out because an earlier attempt brought it.
 */
@FunctionalInterface
public interface StreamSessions {

  StreamSession start(Transfer transfer);
}
