package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Announcement;

/** Port: the joining node's gossip state. What is announced is on disk and served already. */
public interface Announcer {

  /** Gossips STATUS, and TOKENS as the announcement's {@code done}. */
  void announce(Announcement announcement);

  /**
   * All tokens are done and settled: from here on the node is an ordinary one, with STATUS NORMAL.
   */
  void announceNormal();
}
