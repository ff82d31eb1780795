package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.ReplacementWorld.End;
import io.amoeba.coordinator.changes.failover.ReplacementWorld.Report;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.operations.OperationDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything that can go wrong, at every moment: before and after each command and each look of a
 * replacement and of its recoveries.
 */
class ReplacementFaultsTest {

  private static final int MOST = 400;

  private record Scenario(boolean member, OldPrimary former, boolean undo) {

    /** What a successor does, which finds the plan being carried out, or not any more. */
    Report recover(ReplacementWorld world) {
      return undo ? world.undo() : world.goOn();
    }
  }

  private static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (boolean member : new boolean[] {true, false}) {
      for (OldPrimary former : OldPrimary.values()) {
        for (boolean undo : new boolean[] {true, false}) {
          scenarios.add(new Scenario(member, former, undo));
        }
      }
    }
    return scenarios;
  }

  @Test
  void aCoordinatorThatIsKilledAnywhereTwiceIsRecoveredByItsSuccessor() {
    for (Scenario scenario : scenarios()) {
      for (int first = 1; first < MOST; first++) {
        if (!killed(scenario, first, MOST)) {
          assertThat(first).isGreaterThan(10);
          break; // it ended before
        }
        for (int second = 1; killed(scenario, first, second); second++) {
          assertThat(second).isLessThan(MOST);
        }
      }
    }
  }

  /**
   * Whether the coordinator, and if asked for its first recovery, lived long enough to be killed.
   */
  private static boolean killed(Scenario scenario, int first, int second) {
    String name = "%s, killed at %d and %d".formatted(scenario, first, second);
    ReplacementWorld world = new ReplacementWorld(scenario.member());
    if (!diesAt(world, first, () -> world.replace(scenario.former()))) {
      return false;
    }
    boolean diedAgain = second < MOST && diesAt(world, second, () -> scenario.recover(world));
    Report report = scenario.recover(world);

    assertThat(report.end())
        .as("%s: %s", name, report)
        .isIn(End.COMPLETED, End.ROLLED_BACK, End.NOTHING_OPEN);
    if (!scenario.undo()) {
      assertThat(report.end()).as(name).isNotEqualTo(End.ROLLED_BACK);
    }
    assertThat(world.open()).as(name).isEmpty();
    assertSafe(name, world);
    SimulatedNode old = world.cluster.node("a");
    SimulatedNode server = world.cluster.node("s");
    if (report.end() == End.ROLLED_BACK) {
      assertThat(old.owns()).as(name).isTrue();
    }
    if (old.owns()) {
      assertThat(server.primaryId).as(name).isEmpty();
      assertThat(server.data).as(name).isEmpty();
      assertThat(old.views.containsKey(server.id())).as(name).isEqualTo(scenario.member());
    } else if (report.decommissioned()) {
      assertThat(old.views).as(name).isEmpty();
      assertThat(server.views).as(name).doesNotContainKey("a");
      assertThat(old.data).as(name).isEmpty();
    }
    return second == MOST || diedAgain;
  }

  private static boolean diesAt(ReplacementWorld world, int moment, Runnable work) {
    int[] left = {moment};
    world.cluster.happens(
        command -> {
          if (--left[0] == 0) {
            throw new OperationDriver.Killed();
          }
        });
    try {
      work.run();
      return false;
    } catch (OperationDriver.Killed e) {
      return true;
    } finally {
      world.cluster.happens(command -> {});
    }
  }

  /** What others, or nature, do. */
  enum Event {
    PRIMARY_DIES(c -> c.node("a").alive = false),
    SERVER_DIES(c -> c.node("s").alive = false),
    ANOTHER_PRIMARY_DIES(c -> c.node("c").alive = false),
    A_REPLICA_DIES(c -> c.node("d").alive = false),
    SERVER_LOSES_ITS_LINK(
        c -> {
          c.node("s").linkUp = false;
          c.node("s").ticksToSync = 3;
        }),
    ANOTHER_REPLICA_TAKES_OVER(
        c -> {
          SimulatedNode other = c.node("d");
          if (c.node("a").owns() && c.node("a").alive) {
            other.replicates("a");
            c.promote("d");
          }
        }),
    SERVER_IS_PROMOTED_BY_SOMEBODY(
        c -> {
          if (c.node("s").linkUp && c.node("s").primaryId.equals("a")) {
            c.promote("s");
          }
        }),
    SERVER_IS_RESET_BY_SOMEBODY(
        c -> {
          if (!c.node("s").owns()) {
            c.node("s").reset();
          }
        }),
    HASH_SLOTS_ARE_MOVED_AWAY(
        c -> {
          if (c.node("a").owns()) {
            c.node("a").hashSlots = List.of(new HashSlotSpan(0, 7));
          }
        }),
    THE_EPOCH_RISES(c -> c.node("a").epoch += 10),
    NOBODY_VOTES(c -> c.votes(false));

    private final Consumer<SimulatedCluster> effect;

    Event(Consumer<SimulatedCluster> effect) {
      this.effect = effect;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whateverHappensNothingIsLostAndTheRecordIsTrue(Event event) {
    for (Scenario scenario : scenarios()) {
      for (int moment = 1; happened(scenario, event, moment); moment++) {
        assertThat(moment).isLessThan(MOST);
      }
    }
  }

  private static boolean happened(Scenario scenario, Event event, int moment) {
    String name = "%s: %s at %d".formatted(scenario, event, moment);
    ReplacementWorld world = new ReplacementWorld(scenario.member());
    int[] left = {moment};
    world.cluster.happens(
        command -> {
          if (--left[0] == 0) {
            event.effect.accept(world.cluster);
          }
        });
    Report report = world.replace(scenario.former());
    boolean happened = left[0] <= 0;
    assertThat(report.open().isPresent())
        .as("%s: %s", name, report)
        .isEqualTo(report.end() == End.INTERRUPTED);
    if (report.end() != End.COMPLETED) {
      assertThat(report.reasons()).as(name).isNotEmpty();
    }
    assertSafe(name, world);
    world.cluster.happens(command -> {});

    // While it lasts, a recovery may find no way, but must not do harm.
    scenario.recover(world);
    assertSafe(name, world);

    for (String node : List.of("a", "c", "d", "s")) {
      world.cluster.node(node).alive = true;
    }
    world.cluster.votes(true);
    for (int i = 0; i < 5; i++) {
      world.cluster.tick();
    }
    Report recovery = scenario.recover(world);
    if (recovery.end() == End.INTERRUPTED) {
      recovery = world.undo();
    }
    assertThat(recovery.end())
        .as("%s: %s, %s", name, report, recovery)
        .isNotEqualTo(End.INTERRUPTED);
    assertThat(world.open()).as(name).isEmpty();
    assertSafe(name, world);
    return happened;
  }

  /** Some living or dead server owns the hash slots, and has every acknowledged write. */
  private static void assertSafe(String name, ReplacementWorld world) {
    assertThat(world.cluster.lostHashSlots()).as(name).isFalse();
    List<SimulatedNode> owners = new ArrayList<>();
    for (String node : List.of("a", "b", "c", "d", "s")) {
      SimulatedNode found = world.cluster.node(node);
      if (found.owns() && found.hashSlots.get(0).from() == 0) {
        owners.add(found);
      }
    }
    assertThat(owners).as(name).hasSize(1);
    assertThat(owners.get(0).data).as(name).containsAll(world.cluster.acknowledged());
  }
}
