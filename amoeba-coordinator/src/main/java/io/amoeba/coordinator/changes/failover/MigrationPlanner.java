package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.changes.failover.Leaving.Leaver;
import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plans migrations after which every primary is on a node with subtasks: of all such plans one that
 * moves the least (by size, then by number), and of those one that spreads primaries most evenly
 * over nodes. Where servers have limited room, each primary in turn goes to the tightest server of
 * those that are as good otherwise; that need not place as many as another order would. The same
 * request leads to the same plan. Stateless, safe for concurrent use. Source: dissertation 5.2.2,
 * "migrate tasks or data to increase co-location".
 */
public final class MigrationPlanner {

  private MigrationPlanner() {}

  /** What is possible, and all reasons why not every primary can be on a node with subtasks. */
  public static MigrationPlan plan(MigrationRequest request) {
    Leaving leaving = Leaving.of(request);
    List<Problem> reasons = new ArrayList<>(leaving.reasons());
    Places places = new Places(request, leaving.staying());
    List<Migration> migrations = new ArrayList<>();
    List<SettledPrimary> left = new ArrayList<>();
    for (Leaver leaver : leaving.primaries()) {
      Optional<SpareServer> server = places.take(leaver.primary());
      if (server.isPresent()) {
        migrations.add(new Migration(leaver.primary().id(), server.get(), leaver.reason()));
      } else {
        left.add(leaver.primary());
      }
    }
    if (!left.isEmpty()) {
      reasons.add(shortage(request, migrations.size(), left, places.tooSmall()));
      left.forEach(primary -> places.refusal(primary).ifPresent(reasons::add));
    }
    return new MigrationPlan(migrations, reasons);
  }

  /** Spare servers where primaries may be, taken from the node with the fewest primaries first. */
  private static final class Places {

    private final List<SpareServer> free = new ArrayList<>();
    private final Map<String, Integer> primaries;
    private final MigrationRequest.Constraints constraints;
    private final List<Room> rooms;
    private final long[] used; // of each room

    Places(MigrationRequest request, Map<String, Integer> staying) {
      this.primaries = new HashMap<>(staying);
      this.constraints = request.constraints();
      this.rooms = request.rooms();
      this.used = new long[rooms.size()];
      request.servers().stream()
          .filter(server -> request.isHome(server.node()))
          .sorted(Comparator.comparing(SpareServer::node).thenComparing(SpareServer::address))
          .forEach(free::add);
    }

    Optional<SpareServer> take(SettledPrimary primary) {
      Optional<SpareServer> best =
          open()
              .filter(server -> full(server, primary).isEmpty())
              .min(
                  Comparator.comparingInt((SpareServer s) -> primaries.getOrDefault(s.node(), 0))
                      .thenComparingLong(this::smallestRoom));
      best.ifPresent(
          server -> {
            free.remove(server);
            primaries.merge(server.node(), 1, Integer::sum);
            roomsOf(server).forEach(r -> used[r] += rooms.get(r).sizeOf(primary));
          });
      return best;
    }

    /** Number of servers that could take one more primary, were it smaller. */
    long tooSmall() {
      return open().count();
    }

    /** What keeps a primary from such a server; empty if there is none. */
    Optional<Problem> refusal(SettledPrimary primary) {
      List<String> texts =
          open().flatMap(server -> full(server, primary).stream()).distinct().sorted().toList();
      return texts.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Problem.warning(
                  "PRIMARY_WITHOUT_ROOM",
                  primary.id(),
                  "finds no room: " + String.join("; ", texts),
                  "Raise the limit, or start a larger server."));
    }

    private Stream<SpareServer> open() {
      return free.stream()
          .filter(s -> primaries.getOrDefault(s.node(), 0) < constraints.roomOf(s.node()));
    }

    private Optional<String> full(SpareServer server, SettledPrimary primary) {
      return roomsOf(server)
          .filter(r -> used[r] + rooms.get(r).sizeOf(primary) > rooms.get(r).free())
          .mapToObj(r -> rooms.get(r).text())
          .findFirst();
    }

    private long smallestRoom(SpareServer server) {
      return roomsOf(server).mapToLong(r -> rooms.get(r).free()).min().orElse(Long.MAX_VALUE);
    }

    private IntStream roomsOf(SpareServer server) {
      return IntStream.range(0, rooms.size())
          .filter(r -> rooms.get(r).servers().contains(server.address()));
    }
  }

  private static Problem shortage(
      MigrationRequest request, int placed, List<SettledPrimary> left, long tooSmall) {
    MigrationRequest.Constraints constraints = request.constraints();
    Set<String> homes =
        new TreeSet<>(request.nodesWithSubtasks().stream().filter(request::isHome).toList());
    long forbidden =
        request.servers().stream()
            .filter(server -> constraints.forbiddenNodes().contains(server.node()))
            .count();
    long idle =
        request.servers().stream().filter(server -> !request.isHome(server.node())).count()
            - forbidden;
    long full = request.servers().size() - forbidden - idle - placed - tooSmall;
    return Problem.warning(
        "SPARE_SERVERS_TOO_FEW",
        "",
        ("%d primaries have to leave their nodes, but only %d of %d spare servers can take one"
                + " (%d are on nodes that may not host the store, %d on nodes without subtasks, %d on"
                + " nodes that would have more primaries than they may host, %d have too little"
                + " room). Without a place: %s")
            .formatted(
                placed + left.size(),
                placed,
                request.servers().size(),
                forbidden,
                idle,
                full,
                tooSmall,
                String.join(", ", left.stream().map(SettledPrimary::id).toList())),
        "Start empty servers on %s, or allow more primaries there."
            .formatted(
                homes.isEmpty()
                    ? "nodes with subtasks, of which there are none"
                    : String.join(", ", homes)));
  }
}
