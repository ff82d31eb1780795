package io.amoeba.hints.checks.hostile;

/** How a test makes a node send malformed messages. Arguments are texts for simple JMX clients. */
public interface HostilePeerMXBean {

  String NAME = "io.amoeba.checks:type=HostilePeer";

  /**
   * Begins to send messages to a node, {@code host:port}, until so many have been answered; a seed
   * makes them.
   */
  void send(String node, String messages, String seed);

  /** Sends a node, {@code host:port}, a well-formed hint of a key, a text, of any table. */
  void sendHint(String node, String table, String key);

  /** Messages that were answered since the start. */
  int getAnswered();

  /** Messages whose answer came too late or not at all, since the start. */
  int getFailed();

  /** Whether enough messages have been answered, and none is under way. */
  boolean isEnded();
}
