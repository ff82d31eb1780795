package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.join.JoinProgress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** One random schedule: a join under load and misfortune, which must end well and harm nobody. */
final class Simulation {

  /** How long a join may take once nothing goes wrong any more; usual are 2 to 5 s. */
  private static final long MENDED_MILLIS = 30_000;

  private final World world;
  private final long seed;
  private boolean badLinks;

  Simulation(long seed, Mutant mutant) {
    this.seed = seed;
    world = new World(seed, mutant);
  }

  /** Operators switch the pace all the time. */
  Simulation withSwitchedPaces() {
    world.switchedPaces = new Random(seed);
    return this;
  }

  /** Links are bad in one direction, and members are replaced. */
  Simulation withBadLinks() {
    badLinks = true;
    return this;
  }

  /** Throws a {@link Violation} that names the seed. */
  void run() {
    try {
      long faultsMillis = world.time.between(500, 7000);
      world.members.forEach(member -> member.start(true));
      world.time.after(world.time.between(100, 400), world.joiningNode::restart);
      Faults faults = new Faults(world, faultsMillis);
      world.faults = faults;
      faults.schedule();
      if (badLinks) {
        new LinkFaults(world, faults, faultsMillis).schedule();
      }
      fill();
      write();
      if (world.time.chance(0.35)) {
        world.time.after(world.time.between(100, 1500), () -> truncate(faultsMillis));
      }
      world.time.runUntil(faultsMillis);
      long deadline = faultsMillis + MENDED_MILLIS;
      while (!ended() && world.time.nowMillis() < deadline) {
        world.time.runUntil(world.time.nowMillis() + 500);
      }
      if (!ended()) {
        throw new Violation(Violation.Kind.ENDLESS, "the join does not end: " + state());
      }
      world.time.runUntil(world.time.nowMillis() + 500);
      world.members.forEach(world::checkAll);
    } catch (Violation violation) {
      throw violation.in(
          "seed "
              + seed
              + (badLinks ? " with bad links" : "")
              + " at "
              + world.time.nowMillis()
              + " ms");
    }
  }

  private boolean ended() {
    return world.joiningNode.finished()
        && world.members.stream()
            .allMatch(member -> member.done() == world.ring.all && member.reachesJoiningNode());
  }

  private String state() {
    JoinProgress progress =
        world.joiningNode.driver() == null ? null : world.joiningNode.driver().progress();
    StringBuilder state = new StringBuilder(String.valueOf(progress));
    for (MemberNode member : world.members) {
      state.append("; ").append(Ring.name(member.node)).append(' ').append(member.onDisk());
    }
    return state.toString();
  }

  /** What is there before the node joins. */
  private void fill() {
    for (int i = 0; i < 3 * world.ring.keys.length; i++) {
      int key = i % world.ring.keys.length;
      int coordinator = world.time.random.nextInt(world.ring.members);
      world.time.after(world.time.between(1, 150), () -> world.writes.start(coordinator, key));
    }
  }

  /** Some keys are written all the time, the others seldom: what they miss stays missed. */
  private void write() {
    int coordinator = world.time.random.nextInt(world.ring.members);
    int any = world.time.random.nextInt(world.ring.keys.length);
    int key = world.time.chance(0.92) ? any & ~1 : any;
    world.writes.start(coordinator, key);
    world.time.after(world.time.between(5, 60), this::write);
  }

  private void truncate(long endMillis) {
    if (world.time.nowMillis() < endMillis) {
      world.truncates.start(world.time.random.nextInt(world.ring.members));
      world.time.after(world.time.between(200, 2500), () -> truncate(endMillis));
    }
  }

  long events() {
    return world.time.events();
  }

  long acknowledgedWrites() {
    return world.checker.acknowledgedWrites();
  }

  /**
   * The schedule of a seed. Every other one has bad links; the rest stays what it was without them.
   */
  static Simulation of(long seed, Mutant mutant) {
    Simulation simulation = new Simulation(seed, mutant);
    return seed % 2 == 0 ? simulation : simulation.withBadLinks();
  }

  /** For debugging: runs the schedules of one seed after the other, all rules in force. */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long count = Long.parseLong(args[1]);
    Mutant mutant = args.length > 2 ? Mutant.valueOf(args[2]) : Mutant.NONE;
    long start = System.nanoTime();
    long events = 0;
    long writes = 0;
    int found = 0;
    Map<Violation.Kind, Integer> kinds = new EnumMap<>(Violation.Kind.class);
    for (long seed = first; seed < first + count; seed++) {
      Simulation simulation = of(seed, mutant);
      try {
        simulation.run();
      } catch (Violation violation) {
        found++;
        kinds.merge(violation.kind(), 1, Integer::sum);
        if (found <= 5) {
          System.out.println(violation.getMessage());
        }
      }
      events += simulation.events();
      writes += simulation.acknowledgedWrites();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%s: %d of %d schedules violate, %s; %.0f/s; %d events, %d acknowledged writes each%n",
        mutant, found, count, kinds, count / seconds, events / count, writes / count);
  }
}
