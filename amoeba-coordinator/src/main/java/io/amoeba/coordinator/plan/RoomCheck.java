package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything that a change moves has room where it goes: found by carrying it out on paper,
 * whatever planner made it. Confined to one thread.
 */
final class RoomCheck {

  private final List<Primary> servers;
  private final Map<String, Integer> byId = new HashMap<>();
  private final Map<String, Integer> byAddress = new HashMap<>();

  /** What each server owns. */
  private final List<BitSet> owned = new ArrayList<>();

  private final Set<Integer> givers = new TreeSet<>();
  private final Set<Integer> takers = new TreeSet<>();

  private RoomCheck(ClusterSnapshot snapshot) {
    List<Primary> all = new ArrayList<>(snapshot.primaries());
    all.addAll(snapshot.emptyPrimaries());
    this.servers = List.copyOf(all);
    for (int i = 0; i < all.size(); i++) {
      byId.put(all.get(i).id(), i);
      byAddress.putIfAbsent(all.get(i).address().toString(), i);
      owned.add(HashSlotSpan.bits(all.get(i).hashSlots()));
    }
  }

  /** The check; empty if nothing moves between servers. */
  static Optional<PlanCheck> of(PlanAction action, ClusterSnapshot snapshot, MoveRules rules) {
    RoomCheck check = new RoomCheck(snapshot);
    for (Transfer transfer : action.transfers()) {
      Integer to = check.byId.get(transfer.to());
      check.move(
          HashSlotSpan.bits(transfer.hashSlots()),
          transfer.from(),
          to != null ? to : check.byAddress.get(transfer.to()));
    }
    return check.takers.isEmpty()
        ? Optional.empty()
        : Optional.of(check.found(StoreRoom.capacities(snapshot, check.servers, rules)));
  }

  private void move(BitSet hashSlots, String from, @Nullable Integer to) {
    Integer giver = byId.get(from);
    if (giver != null && to != null) {
      owned.get(giver).andNot(hashSlots);
      owned.get(to).or(hashSlots);
      givers.add(giver);
      takers.add(to);
    }
  }

  private PlanCheck found(List<Capacity> capacities) {
    List<String> exceeded = new ArrayList<>();
    for (Capacity capacity : capacities) {
      if (capacity.primaries().stream().anyMatch(takers::contains)
          && capacity.primaries().stream().mapToLong(p -> capacity.weigh(owned.get(p))).sum()
              > capacity.most()) {
        exceeded.add(capacity.text());
      }
    }
    Set<Integer> concerned = new TreeSet<>(givers);
    concerned.addAll(takers);
    List<String> silent =
        concerned.stream()
            .map(servers::get)
            .filter(server -> server.memory().isEmpty())
            .map(server -> server.address().toString())
            .toList();
    if (!exceeded.isEmpty()) {
      return PlanCheck.of(PlanCheck.Subject.ROOM, false, String.join("; ", exceeded));
    }
    if (!silent.isEmpty()) {
      return PlanCheck.unknown(
          PlanCheck.Subject.ROOM,
          "%d of %d servers do not report their memory: %s"
              .formatted(silent.size(), concerned.size(), String.join(", ", silent)));
    }
    long unlimited =
        takers.stream()
            .map(taker -> servers.get(taker).memory())
            .filter(
                memory -> memory.map(ServerMemory::mostBytes).filter(m -> m.isPresent()).isEmpty())
            .count();
    return PlanCheck.of(
        PlanCheck.Subject.ROOM,
        true,
        "what moves has room on %d servers, of which %d have no maxmemory"
            .formatted(takers.size(), unlimited));
  }
}
