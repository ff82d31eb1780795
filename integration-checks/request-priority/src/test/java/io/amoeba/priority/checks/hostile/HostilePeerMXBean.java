package io.amoeba.priority.checks.hostile;

/** How a test makes a node send messages. Arguments are texts for simple JMX clients. */
public interface HostilePeerMXBean {

  String NAME = "io.amoeba.checks:type=HostilePeer";

  /**
   * Sends pings to a node, {@code host:port}, so many as small messages and as many as large ones.
   *
   * @param value of the parameter that names the class, in hexadecimal digits
   * @param repeated so many times
   */
  void send(String node, String messages, String value, String repeated);

  /** Messages that were sent since the start. */
  int getSent();

  /** Messages that were answered since the start. */
  int getAnswered();

  /** Messages whose answer came too late or not at all, since the start. */
  int getFailed();
}
