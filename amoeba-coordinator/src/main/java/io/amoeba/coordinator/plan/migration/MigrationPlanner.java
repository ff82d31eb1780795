package io.amoeba.coordinator.plan.migration;

import io.amoeba.coordinator.plan.migration.Leaving.Leaver;
import io.amoeba.coordinator.plan.migration.MigrationOutcome.Infeasible;
import io.amoeba.coordinator.plan.migration.MigrationOutcome.Planned;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Plans migrations after which every primary is on a node with subtasks: of all such plans one that
 * moves the least (by size, then by number), and of those one that spreads primaries most evenly
 * over nodes. The same request leads to the same plan. Stateless, safe for concurrent use. Source:
 * dissertation 5.2.2, "migrate tasks or data to increase co-location".
 */
public final class MigrationPlanner {

  private MigrationPlanner() {}

  /** A plan, or all reasons why not every primary can be on a node with subtasks. */
  public static MigrationOutcome plan(MigrationRequest request) {
    Leaving leaving = Leaving.of(request);
    List<String> reasons = new ArrayList<>(leaving.reasons());
    Places places = new Places(request, leaving.staying());
    List<Migration> migrations = new ArrayList<>();
    long size = 0;
    for (Leaver leaver : leaving.primaries()) {
      Optional<GivenServer> server = places.take();
      if (server.isPresent()) {
        migrations.add(new Migration(leaver.primary().id(), server.get(), leaver.reason()));
        size += leaver.primary().size();
      }
    }
    if (migrations.size() < leaving.primaries().size()) {
      reasons.add(shortage(request, leaving.primaries(), migrations.size()));
    }
    MigrationPlan plan = new MigrationPlan(rounds(request, migrations), size);
    return reasons.isEmpty() ? new Planned(plan) : new Infeasible(reasons, plan);
  }

  /** Given servers where primaries may be, taken from the node with the fewest primaries first. */
  private static final class Places {

    private final Map<String, Deque<GivenServer>> free = new TreeMap<>();
    private final Map<String, Integer> primaries;
    private final MigrationConstraints constraints;

    Places(MigrationRequest request, Map<String, Integer> staying) {
      this.primaries = new HashMap<>(staying);
      this.constraints = request.constraints();
      request.servers().stream()
          .filter(server -> request.isHome(server.node()))
          .sorted(Comparator.comparing(GivenServer::address))
          .forEach(s -> free.computeIfAbsent(s.node(), absent -> new ArrayDeque<>()).add(s));
    }

    Optional<GivenServer> take() {
      Optional<String> node =
          free.keySet().stream()
              .filter(n -> !free.getOrDefault(n, new ArrayDeque<>()).isEmpty())
              .filter(n -> primaries.getOrDefault(n, 0) < constraints.roomOf(n))
              .min(Comparator.comparingInt(n -> primaries.getOrDefault(n, 0)));
      node.ifPresent(n -> primaries.merge(n, 1, Integer::sum));
      return node.map(n -> free.getOrDefault(n, new ArrayDeque<>()).remove());
    }
  }

  private static String shortage(MigrationRequest request, List<Leaver> leavers, int placed) {
    MigrationConstraints constraints = request.constraints();
    Set<String> homes =
        new TreeSet<>(request.nodesWithSubtasks().stream().filter(request::isHome).toList());
    long forbidden =
        request.servers().stream()
            .filter(server -> constraints.forbiddenNodes().contains(server.node()))
            .count();
    long idle =
        request.servers().stream().filter(server -> !request.isHome(server.node())).count()
            - forbidden;
    long full = request.servers().size() - forbidden - idle - placed;
    return ("%d primaries have to leave their nodes, but only %d of %d given servers can take one"
            + " (%d are on nodes that may not host the store, %d on nodes without subtasks, %d on"
            + " nodes that would have more primaries than they may host): start empty servers on %s, or allow"
            + " more primaries there. Without a place: %s")
        .formatted(
            leavers.size(),
            placed,
            request.servers().size(),
            forbidden,
            idle,
            full,
            homes.isEmpty()
                ? "nodes with subtasks, of which there are none"
                : String.join(", ", homes),
            String.join(
                ", ", leavers.stream().skip(placed).map(leaver -> leaver.primary().id()).toList()));
  }

  /** Each migration is in the first round that has room for it and nothing else on its nodes. */
  private static List<List<Migration>> rounds(
      MigrationRequest request, List<Migration> migrations) {
    Map<String, String> nodeOf = new HashMap<>();
    request.primaries().forEach(primary -> nodeOf.put(primary.id(), primary.node()));
    List<List<Migration>> rounds = new ArrayList<>();
    List<Set<String>> busy = new ArrayList<>();
    for (Migration migration : migrations) {
      Set<String> nodes =
          Set.copyOf(List.of(nodeOf.getOrDefault(migration.primary(), ""), migration.to().node()));
      int round = 0;
      while (round < rounds.size()
          && (rounds.get(round).size() >= request.constraints().mostAtOnce()
              || nodes.stream().anyMatch(busy.get(round)::contains))) {
        round++;
      }
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
        busy.add(new HashSet<>());
      }
      rounds.get(round).add(migration);
      busy.get(round).addAll(nodes);
    }
    return rounds;
  }
}
