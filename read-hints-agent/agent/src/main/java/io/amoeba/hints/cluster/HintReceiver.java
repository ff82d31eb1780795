package io.amoeba.hints.cluster;

import org.apache.cassandra.locator.InetAddressAndPort;

/** What to do with messages. Called by Cassandra's gossip stage, so it must only take notes. */
public interface HintReceiver {

  /** Takes a batch; false when there is no room for it. */
  boolean received(InetAddressAndPort from, byte[] batch);

  /** A peer wants to know what is read most of its data. */
  void asked(InetAddressAndPort peer);
}
