package io.amoeba.hints.operator;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.replay.HintInbox;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Asks the peers what is read most of what this node has. Safe for concurrent use. */
public final class HotSetPull {

  private static final long EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final HintMessages messages;
  private final HintInbox inbox;

  public HotSetPull(HintMessages messages, HintInbox inbox) {
    this.messages = messages;
    this.inbox = inbox;
  }

  /** How many peers were asked; their answers are replayed as they arrive. */
  public int pull() {
    List<InetAddressAndPort> peers = Peers.reachable();
    inbox.expectHotSets(EXPECTED_NANOS);
    peers.forEach(messages::pull);
    return peers.size();
  }
}
