package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps members without hash slots out of sight until they have been such for a while: a server
 * that is to become a replica looks the same between CLUSTER MEET and CLUSTER REPLICATE. Confined
 * to one thread.
 */
final class NewMembers {

  /** redis-cli needs some seconds between the two commands. */
  static final long WAIT_MILLIS = 30_000;

  private final Ticker ticker;
  private final long waitMillis;

  /** When each was first seen without hash slots, by id. */
  private final Map<String, Long> since = new HashMap<>();

  NewMembers(Ticker ticker, long waitMillis) {
    this.ticker = ticker;
    this.waitMillis = waitMillis;
  }

  /** The store without members that have come lately. */
  StoreView withoutThem(StoreView store) {
    if (!(store instanceof StoreView.Found found)) {
      return store;
    }
    long now = ticker.millis();
    Set<String> present = new HashSet<>();
    found.empty().forEach(member -> present.add(member.id()));
    since.keySet().retainAll(present);
    present.forEach(id -> since.putIfAbsent(id, now));
    List<Primary> known =
        found.empty().stream()
            .filter(member -> now - since.getOrDefault(member.id(), now) >= waitMillis)
            .toList();
    return new StoreView.Found(found.primaries(), known, found.load(), found.disowned());
  }
}
