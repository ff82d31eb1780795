package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.Transfers;
import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.protocol.join.Transfer;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Who streams what: each gained range from the replica that loses it. */
final class RingTransfers implements Transfers {

  private final InetAddressAndPort self;

  RingTransfers(InetAddressAndPort self) {
    this.self = self;
  }

  @Override
  public List<Transfer> of(SortedSet<Long> done, SortedSet<Long> step) {
    SortedMap<String, SortedMap<String, List<TokenRange>>> bySender = new TreeMap<>();
    Rings.gains(self, done, step)
        .forEach(
            (keyspace, gains) ->
                gains.forEach(
                    gain ->
                        gain.losingReplica()
                            .ifPresent(
                                losingReplica ->
                                    bySender
                                        .computeIfAbsent(
                                            Rings.name(losingReplica), key -> new TreeMap<>())
                                        .computeIfAbsent(keyspace, key -> new ArrayList<>())
                                        .add(Rings.tokenRange(gain.range())))));
    return bySender.entrySet().stream()
        .map(sender -> new Transfer(sender.getKey(), sender.getValue()))
        .toList();
  }
}
