package io.amoeba.hints.checks.hostile;

/** How a test makes a node send malformed messages. Arguments are texts for simple JMX clients. */
public interface HostilePeerMXBean {

  String NAME = "io.amoeba.checks:type=HostilePeer";

  /** Begins to send so many messages to a node, {@code host:port}; a seed makes them. */
  void send(String node, String messages, String seed);

  /** Messages that were answered since the start. */
  int getAnswered();

  /** Messages that failed since the start, and reasons why sending ended early. */
  int getFailed();
}
