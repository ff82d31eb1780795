package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
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

/**
 * The most that primaries may bring to some servers together: to those of a node, or to one alone.
 * Immutable.
 *
 * @param sizes what each primary would bring, by its id, in any one unit; others bring nothing
 * @param free how much there is room for
 * @param text who has room for how much, for people
 */
public record Room(Set<ServerAddress> servers, Map<String, Long> sizes, long free, String text) {

  public Room {
    servers = Set.copyOf(servers);
    sizes = Map.copyOf(sizes);
  }

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
          servers.add(all.get(server).address());
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

  long sizeOf(SettledPrimary primary) {
    return sizes.getOrDefault(primary.id(), 0L);
  }
}
