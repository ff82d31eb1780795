package io.amoeba.coordinator.cluster;

import java.util.Collections;
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
