package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.members.ClaimFault;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.Transfer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The third primary by whose help some versions take hash slots: while there are only two, hash
 * slots do not move to such servers. Those whose version is not known may turn out to be such when
 * the plan begins, which then fails. Stateless. Source: {@code docs/hash-slot-moves.md}, "The
 * rule", condition (d).
 */
final class ThirdPrimary {

  private ThirdPrimary() {}

  /** What was planned; nothing of it if it needs a third primary, and there is none. */
  static Planned required(ClusterSnapshot snapshot, Planned planned) {
    List<Problem> missing =
        planned.plan().map(plan -> missing(snapshot, plan.action().transfers())).orElse(List.of());
    if (missing.isEmpty()) {
      return planned;
    }
    List<Problem> skipped = new ArrayList<>(planned.skipped());
    skipped.addAll(missing);
    return Planned.skipped(skipped);
  }

  private static List<Problem> missing(ClusterSnapshot snapshot, List<Transfer> transfers) {
    Map<String, Primary> primaries = new LinkedHashMap<>();
    snapshot.primaries().forEach(primary -> primaries.put(primary.id(), primary));
    snapshot.emptyPrimaries().forEach(primary -> primaries.put(primary.id(), primary));
    if (primaries.size() > 2) {
      return List.of();
    }
    Set<String> takers = transfers.stream().map(Transfer::to).collect(Collectors.toSet());
    return primaries.values().stream()
        .filter(primary -> takers.contains(primary.id()))
        .flatMap(
            primary ->
                primary.version().stream()
                    .filter(ThirdPrimary::isNeededBy)
                    .map(version -> problem(primary, version)))
        .toList();
  }

  private static boolean isNeededBy(ServerVersion version) {
    return ClaimFault.of(version).filter(ClaimFault.LASTING_MARKS::equals).isPresent();
  }

  private static Problem problem(Primary taker, ServerVersion version) {
    return Problem.warning(
        "THIRD_PRIMARY_MISSING",
        taker.address().toString(),
        "%s takes hash slots only while there is a third primary, and there are two"
            .formatted(version.text()),
        "Update the servers to Redis 7.2.4 or newer, or add a third one by CLUSTER MEET.");
  }
}
