package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which primaries have to leave their nodes, and how many stay on each. Immutable.
 *
 * @param primaries the most urgent first; of equally urgent ones the largest first
 * @param staying number of primaries that stay, by node
 * @param reasons which ones would have to leave, but may not
 */
record Leaving(List<Leaver> primaries, Map<String, Integer> staying, List<Problem> reasons) {

  /** A primary that has to leave. */
  record Leaver(SettledPrimary primary, Migration.Reason reason) {}

  private static final Comparator<SettledPrimary> LARGEST_FIRST =
      Comparator.comparingLong(SettledPrimary::size).reversed().thenComparing(SettledPrimary::id);

  /*
   * Whoever is on a node where it may be stays, as far as there is room: were it to leave so that
   * another one takes its place, then that one could as well go where the first one went, and less
   * would move. Of a node with too many, the smallest leave.
   */
  static Leaving of(MigrationRequest request) {
    MigrationRequest.Constraints constraints = request.constraints();
    List<Leaver> leavers = new ArrayList<>();
    Map<String, Integer> staying = new TreeMap<>();
    List<Problem> reasons = new ArrayList<>();
    for (Map.Entry<String, List<SettledPrimary>> on : byNode(request).entrySet()) {
      String node = on.getKey();
      List<SettledPrimary> all = on.getValue().stream().sorted(LARGEST_FIRST).toList();
      List<SettledPrimary> fixed = all.stream().filter(constraints::isFixed).toList();
      List<SettledPrimary> free = all.stream().filter(p -> !constraints.isFixed(p)).toList();
      if (request.isHome(node)) {
        int room = constraints.roomOf(node);
        if (fixed.size() > room) {
          reasons.add(
              Problem.warning(
                  "PRIMARIES_FIXED",
                  node,
                  "has %d primaries that may not move, but may host %d"
                      .formatted(fixed.size(), room),
                  "Allow more there, or let one move."));
        }
        int stay = Math.min(free.size(), Math.max(0, room - fixed.size()));
        staying.put(node, fixed.size() + stay);
        free.subList(stay, free.size())
            .forEach(p -> leavers.add(new Leaver(p, Migration.Reason.ABOVE_CAPACITY)));
      } else {
        boolean forbidden = constraints.forbiddenNodes().contains(node);
        fixed.forEach(p -> reasons.add(stuck(p, forbidden)));
        free.forEach(
            p ->
                leavers.add(
                    new Leaver(
                        p,
                        forbidden
                            ? Migration.Reason.NODE_FORBIDDEN
                            : Migration.Reason.NO_SUBTASK)));
      }
    }
    leavers.sort(
        Comparator.comparing(Leaver::reason)
            .thenComparing(Comparator.comparing(Leaver::primary, LARGEST_FIRST)));
    return new Leaving(leavers, staying, reasons);
  }

  private static Map<String, List<SettledPrimary>> byNode(MigrationRequest request) {
    Map<String, List<SettledPrimary>> byNode = new TreeMap<>();
    request
        .primaries()
        .forEach(p -> byNode.computeIfAbsent(p.node(), absent -> new ArrayList<>()).add(p));
    return byNode;
  }

  private static Problem stuck(SettledPrimary primary, boolean forbidden) {
    return Problem.warning(
        "PRIMARIES_FIXED",
        primary.id(),
        "may not move, but its node %s %s"
            .formatted(primary.node(), forbidden ? "may not host the store" : "has no subtask"),
        forbidden ? "Allow either." : "Let it move, or run subtasks there.");
  }
}
