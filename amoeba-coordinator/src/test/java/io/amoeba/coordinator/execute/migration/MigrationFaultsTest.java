package io.amoeba.coordinator.execute.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything that can go wrong, at every moment: before and after each command and each look of a
 * migration and of its recoveries.
 */
class MigrationFaultsTest {

  private static final int MOST = 400;

  private record Scenario(boolean member, OldPrimary old, RecoveryPolicy policy) {}

  private static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (boolean member : new boolean[] {true, false}) {
      for (OldPrimary old : OldPrimary.values()) {
        for (RecoveryPolicy policy : RecoveryPolicy.values()) {
          scenarios.add(new Scenario(member, old, policy));
        }
      }
    }
    return scenarios;
  }

  @Test
  void aMigratorThatIsKilledAnywhereTwiceIsRecoveredByItsSuccessor() {
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

  /** Whether the migrator, and if asked for its first recovery, lived long enough to be killed. */
  private static boolean killed(Scenario scenario, int first, int second) {
    String name = "%s, killed at %d and %d".formatted(scenario, first, second);
    MigrationWorld world = new MigrationWorld(scenario.member());
    if (!diesAt(world, first, () -> world.migrate(scenario.old()))) {
      return false;
    }
    boolean diedAgain =
        second < MOST && diesAt(world, second, () -> world.recover(scenario.policy()));
    MigrationReport report = world.recover(scenario.policy());

    assertThat(report.end())
        .as("%s: %s", name, report)
        .isIn(MigrationEnd.COMPLETED, MigrationEnd.TAKEN_BACK, MigrationEnd.NOTHING_OPEN);
    if (scenario.policy() != RecoveryPolicy.UNDO_IF_NOT_PROMOTED) {
      assertThat(report.end()).as(name).isNotEqualTo(MigrationEnd.TAKEN_BACK);
    }
    assertThat(world.journal.open()).as(name).isEmpty();
    assertSafe(name, world);
    SimulatedNode old = world.cluster.node("a");
    SimulatedNode server = world.cluster.node("s");
    if (report.end() == MigrationEnd.TAKEN_BACK) {
      assertThat(old.owns()).as(name).isTrue();
    }
    if (old.owns()) {
      assertThat(server.primaryId).as(name).isEmpty();
      assertThat(server.data).as(name).isEmpty();
      assertThat(old.views.containsKey(server.id())).as(name).isEqualTo(scenario.member());
    } else if (report.retired()) {
      assertThat(old.views).as(name).isEmpty();
      assertThat(server.views).as(name).doesNotContainKey("a");
      assertThat(old.data).as(name).isEmpty();
    }
    return second == MOST || diedAgain;
  }

  private static boolean diesAt(MigrationWorld world, int moment, Runnable work) {
    int[] left = {moment};
    world.cluster.happens(
        command -> {
          if (--left[0] == 0) {
            throw new SimulatedCluster.Killed();
          }
        });
    try {
      work.run();
      return false;
    } catch (SimulatedCluster.Killed e) {
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
    MigrationWorld world = new MigrationWorld(scenario.member());
    int[] left = {moment};
    world.cluster.happens(
        command -> {
          if (--left[0] == 0) {
            event.effect.accept(world.cluster);
          }
        });
    MigrationReport report = world.migrate(scenario.old());
    boolean happened = left[0] <= 0;
    assertThat(report.open().isPresent())
        .as("%s: %s", name, report)
        .isEqualTo(report.end() == MigrationEnd.INTERRUPTED);
    if (report.end() != MigrationEnd.COMPLETED) {
      assertThat(report.reasons()).as(name).isNotEmpty();
    }
    assertSafe(name, world);
    world.cluster.happens(command -> {});

    // While it lasts, a recovery may find no way, but must not do harm.
    world.recover(scenario.policy());
    assertSafe(name, world);

    for (String node : List.of("a", "c", "d", "s")) {
      world.cluster.node(node).alive = true;
    }
    world.cluster.votes(true);
    for (int i = 0; i < 5; i++) {
      world.cluster.tick();
    }
    MigrationReport recovery = world.recover(scenario.policy());
    if (recovery.end() == MigrationEnd.INTERRUPTED) {
      recovery = world.recover(RecoveryPolicy.UNDO_IF_NOT_PROMOTED);
    }
    assertThat(recovery.end())
        .as("%s: %s, %s", name, report, recovery)
        .isNotEqualTo(MigrationEnd.INTERRUPTED);
    assertThat(world.journal.open()).as(name).isEmpty();
    assertSafe(name, world);
    return happened;
  }

  /** Some living or dead server owns the hash slots, and has every acknowledged write. */
  private static void assertSafe(String name, MigrationWorld world) {
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
