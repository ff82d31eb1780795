package io.amoeba.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of three coordinators that are paused, suspended and killed at any point, with
 * clocks that run at different rates; and the same with each of the rules left out, which must be
 * noticed.
 */
class LeaseSimulationTest {

  private static final int HISTORIES = Integer.getInteger("amoeba.simulation.schedules", 20_000);
  private static final int HISTORIES_OF_A_MUTANT = 20_000;

  @Test
  void nobodyActsForAnEarlierTermAndNoOrderIsForgotten() {
    long seed = System.nanoTime();
    System.out.println("Lease: first seed " + seed + ", " + HISTORIES + " histories");
    long terms = 0;
    long acts = 0;
    long commands = 0;
    for (int i = 0; i < HISTORIES; i++) {
      LeaseWorld world = new LeaseWorld(seed + i, EnumSet.noneOf(LeaseWorld.Omission.class));
      world.run();
      assertThat(world.violations()).as("seed %d", seed + i).isEmpty();
      terms += world.terms();
      acts += world.acts();
      commands += world.commands();
    }
    System.out.println(
        "Lease: " + terms + " terms, " + acts + " acts on the store, " + commands + " commands");
    assertThat(terms).as("the lead changes").isGreaterThan(2L * HISTORIES);
    assertThat(acts).as("leaders act").isGreaterThan(terms);
    assertThat(commands).as("leaders give commands").isGreaterThan(terms);
  }

  @ParameterizedTest
  @EnumSource
  void anOmittedRuleIsNoticed(LeaseWorld.Omission omission) {
    for (int seed = 0; seed < HISTORIES_OF_A_MUTANT; seed++) {
      LeaseWorld world = new LeaseWorld(seed, Set.of(omission));
      world.run();
      if (!world.violations().isEmpty()) {
        return;
      }
    }
    throw new AssertionError(
        omission + " was not noticed in " + HISTORIES_OF_A_MUTANT + " histories");
  }
}
