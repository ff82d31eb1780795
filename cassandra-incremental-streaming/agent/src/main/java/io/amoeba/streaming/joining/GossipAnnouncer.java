package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.join.JoinPorts.Announcer;
import io.amoeba.streaming.ring.GossipValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.utils.Pair;

/** This node's gossip. Its own StorageService hears it first, and changes its own ring. */
final class GossipAnnouncer implements Announcer {

  @Override
  public void announce(Announcement announcement) {
    List<Pair<ApplicationState, VersionedValue>> states = new ArrayList<>();
    GossipValues.of(announcement).forEach((key, value) -> states.add(Pair.create(key, value)));
    Gossiper.instance.addLocalApplicationStates(states);
  }

  /** Cassandra's own way of joining ends with it, once bootstrap() has returned. */
  @Override
  public void announceNormal() {}
}
