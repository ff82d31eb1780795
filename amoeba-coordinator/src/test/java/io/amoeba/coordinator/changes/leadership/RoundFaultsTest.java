package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Outcome;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything that can go wrong, at every moment: before and after each command and each look of a
 * round and of its recoveries.
 */
class RoundFaultsTest {

  private static final int MOST = 600;

  /**
   * A round.
   *
   * @param follows whether records follow the lead, instead of the other components
   * @param undo what a successor does: it finds the plan aborted, or being carried out
   */
  private record Scenario(
      RoundTask task, boolean first, boolean returns, boolean follows, boolean undo) {

    RoundsState plan(RoundWorld world) {
      return RoundWorld.plan(follows ? world.followedRound() : world.round(task, first, returns));
    }

    Optional<Result<RoundsState>> recover(RoundWorld world) {
      return undo ? world.undo() : world.goOn();
    }
  }

  private static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (boolean undo : new boolean[] {true, false}) {
      scenarios.add(new Scenario(RoundTask.SAVE, true, true, false, undo));
      scenarios.add(new Scenario(RoundTask.REWRITE, false, true, false, undo));
      scenarios.add(new Scenario(RoundTask.SAVE, false, false, false, undo));
      scenarios.add(new Scenario(RoundTask.SAVE, false, true, true, undo));
      scenarios.add(new Scenario(RoundTask.ABSENCE, false, true, false, undo));
    }
    return scenarios;
  }

  @Test
  void aCoordinatorThatIsKilledAnywhereTwiceIsRecoveredByItsSuccessor() {
    for (Scenario scenario : scenarios()) {
      int first = 1;
      while (killed(scenario, first, MOST)) {
        // Maps change in many looks that are all alike.
        int stride = scenario.follows() ? 17 : 5;
        for (int second = 1; killed(scenario, first, second); second += stride) {
          assertThat(second).isLessThan(MOST);
        }
        first++;
      }
      assertThat(first).as("%s", scenario).isBetween(10, MOST);
    }
  }

  /**
   * Whether the coordinator, and if asked for its first recovery, lived long enough to be killed.
   */
  private static boolean killed(Scenario scenario, int first, int second) {
    String name = "%s, killed at %d and %d".formatted(scenario, first, second);
    RoundWorld world = new RoundWorld();
    if (!diesAt(world, first, () -> world.begin(scenario.plan(world)))) {
      return false;
    }
    boolean diedAgain = second < MOST && diesAt(world, second, () -> scenario.recover(world));
    Optional<Result<RoundsState>> recovery = scenario.recover(world);

    recovery.ifPresent(
        result ->
            assertThat(result.outcome())
                .as("%s: %s", name, result.text())
                .isIn(Outcome.DONE, Outcome.ABORTED, Outcome.FAILED));
    assertThat(world.open()).as(name).isEmpty();
    assertSafe(name, world);
    // Nobody but the coordinator fails, so that the lead is where it belongs.
    boolean led = world.cluster.orders().size() > 0;
    assertThat(world.leaders())
        .as("%s: %s", name, recovery.map(Result::text))
        .containsExactly(led && !scenario.returns() ? world.leaders().get(0) : "a");
    assertThat(world.routing.owner(0)).as("%s: where records go", name).isZero();
    return second == MOST || diedAgain;
  }

  private static boolean diesAt(RoundWorld world, int moment, Runnable work) {
    int[] left = {moment};
    Consumer<String> kills =
        command -> {
          if (--left[0] == 0) {
            throw new OperationDriver.Killed();
          }
        };
    world.cluster.happens(kills::accept);
    world.routing.observer = kills;
    try {
      work.run();
      return false;
    } catch (OperationDriver.Killed e) {
      return true;
    } finally {
      world.cluster.happens(command -> {});
      world.routing.observer = look -> {};
    }
  }

  /** What others, nature, or people do. */
  enum Event {
    FORMER_DIES(c -> c.node("a").alive = false),
    CANDIDATE_DIES(c -> c.node("d").alive = false),
    ANOTHER_PRIMARY_DIES(c -> c.node("c").alive = false),
    MOST_PRIMARIES_DIE(
        c -> {
          c.node("b").alive = false;
          c.node("c").alive = false;
        }),
    FORMER_RESTARTS(c -> c.node("a").restart()),
    CANDIDATE_RESTARTS(c -> c.node("d").restart()),
    DISK_OF_FORMER_IS_FULL(c -> c.node("a").diskFull = true),
    DISK_OF_CANDIDATE_IS_FULL(c -> c.node("d").diskFull = true),
    SOMEBODY_PROMOTES_THE_OTHER(
        c -> {
          SimulatedNode replica = c.node(c.node("a").owns() ? "d" : "a");
          if (replica.alive && replica.linkUp && !replica.primaryId.isEmpty()) {
            c.promote(replica.name);
          }
        }),
    SOMEBODY_PROMOTES_A_THIRD_ONE(
        c -> {
          String leader = c.node("a").owns() ? "a" : "d";
          if (c.node(leader).owns() && c.node(leader).alive && !c.node("s").owns()) {
            c.node("s").replicates(c.node(leader).id());
            c.promote("s");
          }
        }),
    CANDIDATE_SAVES_BY_ITSELF(c -> begin(c, "d")),
    FORMER_SAVES_BY_ITSELF(c -> begin(c, "a")),
    HASH_SLOTS_ARE_OPENED(c -> c.node("a").openHashSlots = 1),
    THE_EPOCH_RISES(c -> c.node("a").epoch += c.node("a").owns() ? 10 : 0),
    NOBODY_VOTES(c -> c.votes(false)),
    AN_ANSWER_IS_LOST(SimulatedCluster::losesNextAnswer),
    A_COMMAND_IS_LATE(c -> c.delaysNextCommand(2)),
    A_COMMAND_IS_VERY_LATE(c -> c.delaysNextCommand(7)),
    FORMER_IS_CUT_OFF_FROM_THE_COORDINATOR(c -> c.cutOff("a")),
    CANDIDATE_IS_CUT_OFF_FROM_THE_COORDINATOR(c -> c.cutOff("d")),
    FORMER_DOES_NOT_HEAR_ITS_PEERS(c -> c.deafen("a")),
    CANDIDATE_DOES_NOT_HEAR_ITS_PEERS(c -> c.deafen("d"));

    private final Consumer<SimulatedCluster> effect;

    Event(Consumer<SimulatedCluster> effect) {
      this.effect = effect;
    }

    void happen(SimulatedCluster cluster) {
      effect.accept(cluster);
    }

    private static void begin(SimulatedCluster cluster, String name) {
      SimulatedNode node = cluster.node(name);
      if (node.working.isEmpty() && node.alive) {
        node.begins(UpkeepKind.SAVE, 3);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverHappensNothingIsLostAndTheRoundEnds(Event event) {
    for (Scenario scenario : scenarios()) {
      int moment = 1;
      while (happened(scenario, event, moment)) {
        moment++;
      }
      assertThat(moment).as("%s", scenario).isBetween(10, MOST);
    }
  }

  private static boolean happened(Scenario scenario, Event event, int moment) {
    String name = "%s: %s at %d".formatted(scenario, event, moment);
    RoundWorld world = new RoundWorld();
    world.cluster.failsOverByItself();
    int[] left = {moment};
    world.cluster.happens(
        command -> {
          if (--left[0] == 0) {
            event.happen(world.cluster);
          }
        });
    Result<RoundsState> result = world.begin(scenario.plan(world));
    boolean happened = left[0] <= 0;
    if (result.outcome() == Outcome.FAILED) {
      assertThat(result.problems()).as(name).isNotEmpty();
    }
    assertSafe(name, world);
    world.cluster.happens(command -> {});

    // While it lasts, a recovery may find no way, but must not do harm.
    var unused = scenario.recover(world);
    assertSafe(name, world);

    for (String node : List.of("a", "b", "c", "d", "s")) {
      world.cluster.node(node).alive = true;
    }
    world.cluster.votes(true);
    world.cluster.healLinks();
    world.tick(8);
    Optional<Result<RoundsState>> recovery = scenario.recover(world);
    if (world.open().isPresent()) {
      recovery = world.undo();
    }
    assertThat(world.open())
        .as("%s: %s, %s", name, result.text(), recovery.map(Result::text))
        .isEmpty();
    assertSafe(name, world);
    return happened;
  }

  /** Somebody leads, and has every acknowledged write; nobody has worked while leading. */
  static void assertSafe(String name, RoundWorld world) {
    SimulatedCluster cluster = world.cluster;
    List<SimulatedNode> leaders =
        world.leaders().stream().map(cluster::node).filter(node -> node.owns()).toList();
    assertThat(leaders).as(name).isNotEmpty();
    assertThat(leaders)
        .as(name)
        .anyMatch(leader -> leader.data.containsAll(cluster.acknowledged()));
    assertThat(cluster.fullCopies()).as("%s: led with old votes", name).isZero();
    assertThat(cluster.workedAsPrimary()).as("%s: worked as a primary", name).isFalse();
  }
}
