package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.Capacity;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.StoreRoom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What empty servers have room for. Stateless. */
final class ServerRoom {

  private ServerRoom() {}

  /**
   * How much whole primaries may bring to empty servers.
   *
   * @param owners primaries with hash slots
   * @param empty servers, each of which takes one of them
   */
  static List<Room> of(
      ClusterSnapshot snapshot, List<Primary> owners, List<Primary> empty, MoveRules rules) {
    List<Primary> all = Stream.concat(owners.stream(), empty.stream()).toList();
    List<BitSet> owned =
        owners.stream().map(owner -> HashSlotSpan.bits(owner.hashSlots())).toList();
    List<Room> rooms = new ArrayList<>();
    for (Capacity capacity : StoreRoom.capacities(snapshot, all, rules)) {
      Set<ServerAddress> servers = new HashSet<>();
      for (int server : capacity.primaries()) {
        if (server >= owners.size()) {
          Primary given = all.get(server);
          servers.add(new ServerAddress(given.host(), given.port()));
        }
      }
      if (servers.isEmpty()) {
        continue;
      }
      long free = capacity.most();
      Map<String, Long> sizes = new HashMap<>();
      for (int i = 0; i < owned.size(); i++) {
        long size = capacity.weigh(owned.get(i));
        if (capacity.primaries().contains(i)) {
          free -= size;
        } else {
          sizes.put(owners.get(i).address().toString(), size);
        }
      }
      rooms.add(new Room(servers, sizes, Math.max(0, free), capacity.text()));
    }
    return rooms;
  }
}
