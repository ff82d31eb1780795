package io.amoeba.hints.cluster;

import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** What to do with messages. Called by Cassandra's gossip stage, so it must only take notes. */
public interface HintReceiver {

  /**
   * Takes a batch; false when there is no room for it: one that was asked for comes again then.
   *
   * @param answer says to which request of this node it belongs, if to any
   */
  boolean received(InetAddressAndPort from, byte[] batch, byte @Nullable [] answer);

  /** A peer wants to know what is read most of its data; false when it asks too often. */
  boolean asked(InetAddressAndPort peer, byte[] request);
}
