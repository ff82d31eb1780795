package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.RoundFaultsTest.Event;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.UnexpectedCommands;
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

  /** What a schedule has found. */
  private record Verdict(List<String> faults) {}

  @Test
  void nothingIsLostInAnyOrderOfFaults() {
    for (int i = 0; i < SCHEDULES; i++) {
      long seed = SEED + i;
      Verdict verdict = run(seed, Mutant.NONE);
      assertThat(verdict.faults()).as("-Damoeba.simulation.seed=%d", seed).isEmpty();
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

    ClusterAdmin sees(SimulatedCluster cluster) {
      return switch (this) {
        case NONE, NO_REST -> cluster;
        case LEADS_AFTER_A_FAILED_SAVE -> new Dulled(cluster, Mutant::healthy);
        case LEADS_WHILE_IT_WORKS -> new Dulled(cluster, Mutant::idle);
        case LEAVES_OPEN_HASH_SLOTS ->
            new Dulled(cluster, seen -> each(seen, Mutant::withoutTransitions));
        case WITHOUT_A_MAJORITY -> new Dulled(cluster, Mutant::withoutSilent);
      };
    }

    private static ClusterView each(ClusterView seen, UnaryOperator<ServerView> change) {
      return new ClusterView(seen.servers().stream().map(change).toList(), seen.silent());
    }

    private static ServerView withoutTransitions(ServerView server) {
      return new ServerView(
          server.address(), server.id(), server.known(), List.of(), server.info());
    }

    private static ClusterView healthy(ClusterView seen) {
      return each(
          seen,
          server -> {
            ServerWork work = server.work();
            return with(
                server,
                new ServerWork(
                    work.clock(),
                    work.running(),
                    good(work.save()),
                    good(work.rewrite()),
                    work.fork(),
                    work.changes(),
                    work.appendOnly(),
                    work.triggers(),
                    work.leads(),
                    work.commands()));
          });
    }

    private static ServerWork.Last good(ServerWork.Last last) {
      return new ServerWork.Last(
          Optional.of(Instant.MAX.minusSeconds(1)),
          last.took(),
          ServerWork.Result.OK,
          last.copiedBytes());
    }

    private static ClusterView idle(ClusterView seen) {
      return each(
          seen,
          server -> {
            ServerWork work = server.work();
            return with(
                server,
                new ServerWork(
                    work.clock(),
                    Optional.empty(),
                    work.save(),
                    work.rewrite(),
                    work.fork(),
                    work.changes(),
                    work.appendOnly(),
                    work.triggers(),
                    work.leads(),
                    work.commands()));
          });
    }

    private static ServerView with(ServerView server, ServerWork work) {
      ServerInfo info = server.info().orElseThrow();
      return new ServerView(
          server.address(),
          server.id(),
          server.known(),
          server.transitions(),
          Optional.of(
              new ServerInfo(
                  info.replication(),
                  info.keys(),
                  info.clusterWorks(),
                  info.memory(),
                  info.elections(),
                  info.writeGuards(),
                  work,
                  info.fullCopies())));
    }

    /** As if those that do not answer owned nothing, and one more primary did. */
    private static ClusterView withoutSilent(ClusterView seen) {
      Set<String> answer = Set.copyOf(seen.servers().stream().map(ServerView::id).toList());
      List<ServerView> servers = new ArrayList<>();
      for (ServerView server : seen.servers()) {
        Map<String, KnownServer> known = new LinkedHashMap<>(server.known());
        known.keySet().removeIf(id -> !answer.contains(id));
        servers.add(
            new ServerView(
                server.address(), server.id(), known, server.transitions(), server.info()));
      }
      return new ClusterView(servers, seen.silent());
    }
  }

  /** Hides from coordinators what a rule is about; commands pass. */
  private static final class Dulled extends UnexpectedCommands {

    private final SimulatedCluster cluster;
    private final UnaryOperator<ClusterView> sight;

    Dulled(SimulatedCluster cluster, UnaryOperator<ClusterView> sight) {
      this.cluster = cluster;
      this.sight = sight;
    }

    @Override
    public ClusterView look(Set<ServerAddress> also) {
      return sight.apply(cluster.look(also));
    }

    @Override
    public void meet(ServerAddress member, ServerAddress other) {
      cluster.meet(member, other);
    }

    @Override
    public void replicate(ServerAddress server, String primary) {
      cluster.replicate(server, primary);
    }

    @Override
    public void failOver(ServerAddress replica) {
      cluster.failOver(replica);
    }

    @Override
    public void save(ServerAddress server) {
      cluster.save(server);
    }

    @Override
    public void rewrite(ServerAddress server) {
      cluster.rewrite(server);
    }

    @Override
    public void forget(ServerAddress member, String id) {
      cluster.forget(member, id);
    }

    @Override
    public void reset(ServerAddress server) {
      cluster.reset(server);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aCoordinatorThatDoesNotKeepARuleIsFoundOut(Mutant mutant) {
    for (int i = 0; i < SCHEDULES; i++) {
      if (!run(SEED + i, mutant).faults().isEmpty()) {
        return;
      }
    }
    assertThat(false).as("%d schedules have not found out %s", SCHEDULES, mutant).isTrue();
  }

  private static Verdict run(long seed, Mutant mutant) {
    Random random = new Random(seed);
    RoundWorld world = new RoundWorld();
    SimulatedCluster cluster = world.cluster;
    cluster.failsOverByItself();
    world.sight = now -> mutant.sees(cluster);
    world.restClockSpeed = mutant == Mutant.NO_REST ? 1_000_000 : 1;
    List<String> faults = new ArrayList<>();
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
    check(world, faults);
    return new Verdict(faults);
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
        cluster.node("a").openHashSlots = 0;
      }
      default -> {
        Event[] events = Event.values();
        events[random.nextInt(events.length)].happen(cluster);
      }
    }
  }

  private static void check(RoundWorld world, List<String> faults) {
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
  }
}
