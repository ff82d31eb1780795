package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Hash slots that no primary serves, although some believe that another one does: clients are sent
 * to and fro. No single primary sees that. Immutable.
 *
 * @param hashSlots those about which the primaries believe the same
 * @param owners address of the owner that each primary sees, by the primary's address; empty:
 *     nobody
 */
public record DisownedHashSlots(List<HashSlotSpan> hashSlots, Map<String, String> owners) {

  /** What to do. */
  public static final String REMEDY =
      "If no tool is moving them now, choose the primary that holds their keys (CLUSTER"
          + " COUNTKEYSINSLOT), or any if none does. Send it CLUSTER SETSLOT <hash slot> IMPORTING <id"
          + " of another primary>; then send it, and after it every other primary, CLUSTER SETSLOT"
          + " <hash slot> NODE <its id>. A primary that loses a hash slot by a message of the cluster"
          + " deletes its keys: restore missing keys from a backup.";

  public DisownedHashSlots {
    hashSlots = List.copyOf(hashSlots);
    owners = Collections.unmodifiableMap(new TreeMap<>(owners));
  }

  /**
   * Hash slots that none of some primaries says to own, and of which each believes that another of
   * them is the owner, or nobody. One that does not answer may serve what others believe it to own.
   *
   * @param views of all primaries that answer
   */
  public static BitSet unserved(List<OwnerView> views) {
    BitSet unserved = new BitSet();
    unserved.set(0, HashSlot.COUNT);
    BitSet believed = new BitSet();
    for (OwnerView view : views) {
      unserved.andNot(view.ownedBy(view.id()));
      for (String owner : view.owners().keySet()) {
        believed.or(view.ownedBy(owner));
        if (views.stream().noneMatch(other -> other.id().equals(owner))) {
          unserved.andNot(view.ownedBy(owner));
        }
      }
    }
    unserved.and(believed); // what nobody believes to be owned is seen by each of them
    return unserved;
  }

  /** What primaries say of hash slots, those together of which they say the same. */
  public static List<DisownedHashSlots> of(List<OwnerView> views, BitSet hashSlots) {
    Map<String, String> addresses =
        views.stream().collect(Collectors.toMap(OwnerView::id, OwnerView::address, (a, b) -> a));
    Map<Map<String, String>, List<HashSlotSpan>> byOwners = new LinkedHashMap<>();
    hashSlots.stream()
        .forEach(
            hashSlot -> {
              Map<String, String> owners = new TreeMap<>();
              for (OwnerView view : views) {
                String owner = view.ownerOf(hashSlot);
                owners.put(view.address(), addresses.getOrDefault(owner, owner));
              }
              add(hashSlot, byOwners.computeIfAbsent(owners, absent -> new ArrayList<>()));
            });
    return byOwners.entrySet().stream()
        .map(entry -> new DisownedHashSlots(entry.getValue(), entry.getKey()))
        .toList();
  }

  private static void add(int hashSlot, List<HashSlotSpan> spans) {
    int last = spans.size() - 1;
    if (last >= 0 && spans.get(last).to() == hashSlot - 1) {
      spans.set(last, new HashSlotSpan(spans.get(last).from(), hashSlot));
    } else {
      spans.add(new HashSlotSpan(hashSlot, hashSlot));
    }
  }

  /** Which ones, and what each primary says, in words. */
  public String text() {
    String which =
        hashSlots.stream()
            .map(s -> s.from() == s.to() ? "" + s.from() : s.from() + "-" + s.to())
            .collect(Collectors.joining(", "));
    String views =
        owners.entrySet().stream()
            .map(
                view ->
                    "%s says that %s"
                        .formatted(
                            view.getKey(),
                            view.getValue().isEmpty()
                                ? "no primary owns them"
                                : view.getValue() + " owns them"))
            .collect(Collectors.joining(", "));
    return "no primary serves hash slots " + which + ": " + views;
  }
}
