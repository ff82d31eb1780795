package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.cluster.ServerAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares plans with every possible assignment of small random cases. */
class LeastMigrationTest {

  private static final int CASES = 3_000;

  /** What a plan is judged by, in this order. */
  private record Cost(long size, int migrations, long unevenness) implements Comparable<Cost> {
    @Override
    public int compareTo(Cost other) {
      return Comparator.comparingLong(Cost::size)
          .thenComparingInt(Cost::migrations)
          .thenComparingLong(Cost::unevenness)
          .compare(this, other);
    }
  }

  @Test
  void noAssignmentThatKeepsTheConstraintsIsBetterThanThePlan() {
    long first = Long.getLong("amoeba.migrations.seed", 1);
    int feasible = 0;
    for (long seed = first; seed < first + CASES; seed++) {
      MigrationRequest request = random(new Random(seed));
      Optional<Cost> best = best(request);

      MigrationPlan plan = MigrationPlanner.plan(request);

      assertThat(plan)
          .as("seed %d", seed)
          .isEqualTo(MigrationPlanner.plan(shuffled(request, seed)));
      if (plan.reasons().isEmpty()) {
        feasible++;
        Map<String, String> moved = nodesAfter(request, plan);
        assertThat(keeps(request, moved)).as("seed %d: %s", seed, request).isTrue();
        assertThat(Optional.of(cost(request, moved, plan)))
            .as("seed %d: %s", seed, request)
            .isEqualTo(best);
      } else {
        assertThat(best).as("seed %d: %s, %s", seed, request, plan).isEmpty();
      }
    }
    assertThat(feasible).isBetween(CASES / 10, CASES * 9 / 10);
  }

  private static MigrationRequest random(Random random) {
    List<SettledPrimary> primaries =
        IntStream.range(0, random.nextInt(5))
            .mapToObj(i -> new SettledPrimary("p" + i, node(random), random.nextInt(3)))
            .toList();
    List<SpareServer> servers =
        IntStream.range(0, random.nextInt(5))
            .mapToObj(i -> new SpareServer(new ServerAddress("s" + i, 1), node(random)))
            .toList();
    Set<String> fixed = new HashSet<>();
    primaries.stream().filter(p -> random.nextInt(8) == 0).forEach(p -> fixed.add(p.id()));
    return new MigrationRequest(
        primaries,
        servers,
        someNodes(random, 2),
        new MigrationRequest.Constraints(
            fixed,
            someNodes(random, 10),
            someNodes(random, 5),
            random.nextBoolean() ? Map.of(node(random), random.nextInt(3)) : Map.of()),
        List.of());
  }

  private static String node(Random random) {
    return "n" + random.nextInt(5);
  }

  private static Set<String> someNodes(Random random, int oneOutOf) {
    Set<String> nodes = new HashSet<>();
    IntStream.range(0, 5)
        .filter(i -> random.nextInt(oneOutOf) == 0)
        .forEach(i -> nodes.add("n" + i));
    return nodes;
  }

  private static MigrationRequest shuffled(MigrationRequest request, long seed) {
    List<SettledPrimary> primaries = new ArrayList<>(request.primaries());
    List<SpareServer> servers = new ArrayList<>(request.servers());
    Collections.shuffle(primaries, new Random(seed));
    Collections.shuffle(servers, new Random(seed));
    return new MigrationRequest(
        primaries, servers, request.nodesWithSubtasks(), request.constraints(), List.of());
  }

  /** Every primary stays, or goes to any server. */
  private static Optional<Cost> best(MigrationRequest request) {
    List<Cost> costs = new ArrayList<>();
    assign(request, 0, new HashMap<>(), new HashSet<>(), costs);
    return costs.stream().min(Comparator.naturalOrder());
  }

  private static void assign(
      MigrationRequest request,
      int next,
      Map<String, SpareServer> chosen,
      Set<SpareServer> used,
      List<Cost> costs) {
    if (next == request.primaries().size()) {
      Map<String, String> nodes = nodes(request, chosen);
      if (keeps(request, nodes) && chosen.keySet().stream().noneMatch(id -> isFixed(request, id))) {
        costs.add(cost(request, nodes, chosen.keySet()));
      }
      return;
    }
    assign(request, next + 1, chosen, used, costs);
    String id = request.primaries().get(next).id();
    for (SpareServer server : request.servers()) {
      if (used.add(server)) {
        chosen.put(id, server);
        assign(request, next + 1, chosen, used, costs);
        chosen.remove(id);
        used.remove(server);
      }
    }
  }

  private static Map<String, String> nodesAfter(MigrationRequest request, MigrationPlan plan) {
    Map<String, SpareServer> chosen = new HashMap<>();
    plan.migrations().forEach(m -> assertThat(chosen.put(m.primary(), m.to())).isNull());
    assertThat(new HashSet<>(chosen.values())).hasSameSizeAs(chosen.keySet());
    assertThat(chosen.keySet()).noneMatch(id -> isFixed(request, id));
    return nodes(request, chosen);
  }

  private static Map<String, String> nodes(
      MigrationRequest request, Map<String, SpareServer> chosen) {
    Map<String, String> nodes = new HashMap<>();
    for (SettledPrimary primary : request.primaries()) {
      SpareServer server = chosen.get(primary.id());
      nodes.put(primary.id(), server == null ? primary.node() : server.node());
    }
    return nodes;
  }

  private static boolean isFixed(MigrationRequest request, String id) {
    MigrationRequest.Constraints constraints = request.constraints();
    return constraints.fixedPrimaries().contains(id)
        || request.primaries().stream()
            .anyMatch(p -> p.id().equals(id) && constraints.fixedNodes().contains(p.node()));
  }

  private static boolean keeps(MigrationRequest request, Map<String, String> nodes) {
    return nodes.values().stream()
        .allMatch(
            node ->
                request.nodesWithSubtasks().contains(node)
                    && !request.constraints().forbiddenNodes().contains(node)
                    && nodes.values().stream().filter(node::equals).count()
                        <= request.constraints().primariesPerNode().getOrDefault(node, 99));
  }

  private static Cost cost(
      MigrationRequest request, Map<String, String> nodes, MigrationPlan plan) {
    Set<String> moved = new HashSet<>();
    plan.migrations().forEach(m -> moved.add(m.primary()));
    return cost(request, nodes, moved);
  }

  private static Cost cost(MigrationRequest request, Map<String, String> nodes, Set<String> moved) {
    long size =
        request.primaries().stream()
            .filter(p -> moved.contains(p.id()))
            .mapToLong(SettledPrimary::size)
            .sum();
    long unevenness =
        nodes.values().stream()
            .distinct()
            .mapToLong(
                node -> {
                  long count = nodes.values().stream().filter(node::equals).count();
                  return count * count;
                })
            .sum();
    return new Cost(size, moved.size(), unevenness);
  }
}
