package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.RecordCopy.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.RoundFaultsTest.Event;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.upkeep.ServerWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random orders of faults, also of several at once, over several rounds and coordinators; and for
 * each rule a coordinator that does not keep it, which the same schedules must find out.
 */
class RoundScheduleTest {

  private static final long SEED = Long.getLong("amoeba.simulation.seed", 20_261_130L);
  private static final int SCHEDULES = Integer.getInteger("amoeba.round.schedules", 2_000);

  @Test
  void nothingIsLostInAnyOrderOfFaults() {
    for (int i = 0; i < SCHEDULES; i++) {
      long seed = SEED + i;
      assertThat(run(seed, Mutant.NONE)).as("-Damoeba.simulation.seed=%d", seed).isEmpty();
    }
  }

  /** Coordinators that do not keep one rule. */
  enum Mutant {
    NONE,
    /** No rest between promotions of a server. */
    NO_REST,
    /** A server may lead whose last save failed. */
    LEADS_AFTER_A_FAILED_SAVE,
    /** A server may lead while it works. */
    LEADS_WHILE_IT_WORKS,
    /** The lead changes while hash slots are open. */
    LEAVES_OPEN_HASH_SLOTS,
    /** Silent primaries do not count as voters. */
    WITHOUT_A_MAJORITY;

    /** What is hidden from coordinators: what a rule is about. */
    ClusterView sees(ClusterView seen) {
      return switch (this) {
        case NONE, NO_REST -> seen;
        case LEADS_AFTER_A_FAILED_SAVE ->
            eachWork(
                seen,
                work -> with(work, "save", good(work.save()), "rewrite", good(work.rewrite())));
        case LEADS_WHILE_IT_WORKS ->
            eachWork(seen, work -> with(work, "running", Optional.empty()));
        case LEAVES_OPEN_HASH_SLOTS -> each(seen, server -> with(server, "transitions", List.of()));
        case WITHOUT_A_MAJORITY -> withoutSilent(seen);
      };
    }

    private static ClusterView each(ClusterView seen, UnaryOperator<ServerView> change) {
      return new ClusterView(seen.servers().stream().map(change).toList(), seen.silent());
    }

    private static ClusterView eachWork(ClusterView seen, UnaryOperator<ServerWork> change) {
      return each(
          seen,
          server -> {
            ServerInfo info = server.info().orElseThrow();
            return with(server, "info", Optional.of(with(info, "work", change.apply(info.work()))));
          });
    }

    private static ServerWork.Last good(ServerWork.Last last) {
      return with(
          last, "at", Optional.of(Instant.MAX.minusSeconds(1)), "result", ServerWork.Result.OK);
    }

    /** As if those that do not answer owned nothing, and one more primary did. */
    private static ClusterView withoutSilent(ClusterView seen) {
      Set<String> answer = Set.copyOf(seen.servers().stream().map(ServerView::id).toList());
      List<ServerView> servers = new ArrayList<>();
      for (ServerView server : seen.servers()) {
        Map<String, KnownServer> known = new LinkedHashMap<>(server.known());
        known.keySet().removeIf(id -> !answer.contains(id));
        servers.add(with(server, "known", known));
      }
      return new ClusterView(servers, seen.silent());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aCoordinatorThatDoesNotKeepARuleIsFoundOut(Mutant mutant) {
    for (int i = 0; i < SCHEDULES; i++) {
      if (!run(SEED + i, mutant).isEmpty()) {
        return;
      }
    }
    assertThat(false).as("%d schedules have not found out %s", SCHEDULES, mutant).isTrue();
  }

  private static List<String> run(long seed, Mutant mutant) {
    Random random = new Random(seed);
    RoundWorld world = new RoundWorld();
    SimulatedCluster cluster = world.cluster;
    cluster.failsOverByItself();
    cluster.seenAs(mutant::sees);
    world.restClockSpeed = mutant == Mutant.NO_REST ? 1_000_000 : 1;
    int[] left = {random.nextInt(60)};
    cluster.happens(
        command -> {
          if (--left[0] == 0) {
            left[0] = 1 + random.nextInt(60);
            disturb(random, world);
          }
        });
    RoundTask task = random.nextBoolean() ? RoundTask.SAVE : RoundTask.REWRITE;
    PlannedRound round = world.round(task, random.nextBoolean(), random.nextInt(4) > 0);
    attempt(
        () -> {
          var unused = world.begin(RoundWorld.plan(round, round));
        });
    for (int i = 0; i < 4 && world.open().isPresent(); i++) {
      world.tick(random.nextInt(6));
      boolean aborted = random.nextInt(3) == 0;
      attempt(
          () -> {
            var unused = aborted ? world.undo() : world.goOn();
          });
    }
    cluster.happens(command -> {});
    return faults(world);
  }

  private static void attempt(Runnable coordinator) {
    try {
      coordinator.run();
    } catch (OperationDriver.Killed e) {
      // The next one goes on.
    }
  }

  /** Something happens; most faults heal, as a cluster whose servers are all dead tells nothing. */
  private static void disturb(Random random, RoundWorld world) {
    SimulatedCluster cluster = world.cluster;
    switch (random.nextInt(5)) {
      case 0 -> throw new OperationDriver.Killed();
      case 1 -> world.coordinator().abort();
      case 2 -> {
        for (String node : List.of("a", "b", "c", "d")) {
          cluster.node(node).alive = true;
          cluster.node(node).diskFull = false;
        }
        cluster.votes(true);
        cluster.healLinks();
        cluster.node("a").openHashSlots = 0;
      }
      default -> {
        Event[] events = Event.values();
        events[random.nextInt(events.length)].happen(cluster);
      }
    }
  }

  private static List<String> faults(RoundWorld world) {
    List<String> faults = new ArrayList<>();
    SimulatedCluster cluster = world.cluster;
    boolean kept =
        world.leaders().stream()
            .map(cluster::node)
            .anyMatch(leader -> leader.data.containsAll(cluster.acknowledged()));
    if (!kept) {
      faults.add("acknowledged writes are lost");
    }
    if (cluster.fullCopies() > 0) {
      faults.add("a server led with old votes");
    }
    if (cluster.workedAsPrimary()) {
      faults.add("a server worked while it led");
    }
    if (cluster.ledOpen()) {
      faults.add("the lead left open hash slots");
    }
    if (cluster.ordersBeforeRest() > 0) {
      faults.add("a server was told to lead before its rest was over");
    }
    if (cluster.refusedAfterOrder()) {
      faults.add("a server was told to lead that refuses writes");
    }
    if (cluster.ordersWithoutMajority() > 0) {
      faults.add("an order without a majority held back writes");
    }
    return faults;
  }
}
