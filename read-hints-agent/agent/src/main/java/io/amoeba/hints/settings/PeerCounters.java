package io.amoeba.hints.settings;

import io.amoeba.hints.protocol.targets.PeerWindow;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.locator.InetAddressAndPort;

/** What has gone to one peer and come from it, and what is on its way. Safe for concurrent use. */
public final class PeerCounters {
  public final PeerWindow window = new PeerWindow();
  public final LongAdder sent = new LongAdder();
  public final LongAdder sentBatches = new LongAdder();
  public final LongAdder sentBytes = new LongAdder();
  public final LongAdder dropped = new LongAdder();
  public final LongAdder receivedBatches = new LongAdder();
  public final LongAdder receivedBytes = new LongAdder();
  public final LongAdder received = new LongAdder();
  public final LongAdder applied = new LongAdder();
  private volatile long lagMillis;
  private volatile InetAddressAndPort endpoint;

  PeerCounters(InetAddressAndPort endpoint) {
    this.endpoint = endpoint;
  }

  /** Where the peer was seen last. */
  InetAddressAndPort endpoint() {
    return endpoint;
  }

  void isAt(InetAddressAndPort seen) {
    if (!seen.equals(endpoint)) {
      endpoint = seen;
    }
  }

  /** As {@link HintCounters#lagMillis}, of what comes from this peer. */
  public long lagMillis() {
    return lagMillis;
  }

  void lag(long millis) {
    lagMillis = millis;
  }
}
