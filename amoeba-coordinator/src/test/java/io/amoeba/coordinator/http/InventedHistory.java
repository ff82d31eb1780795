package io.amoeba.coordinator.http;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.time.Instant;
import java.util.Random;

/** Invents the last minutes of a cluster, with an alignment at two fifths of them if wanted. */
final class InventedHistory {

  /** Reports are forgotten after 6 s. */
  private static final int REPORTED_SECONDS = 5;

  private InventedHistory() {}

  /** Lets a fixture look once for each of the last seconds; the last look is returned. */
  static Sight of(Fixture fixture, int nodes, int seconds, boolean aligned) {
    Random random = new Random(1);
    int alignedAt = seconds * 3 / 5;
    Instant now = Instant.now();
    for (int second = seconds; second > 0; second--) {
      Instant at = now.minusSeconds(second);
      fixture.clock.hold(at);
      boolean after = aligned && second < alignedAt;
      if (second % REPORTED_SECONDS == 0 || second == alignedAt) {
        fixture.report(nodes, after ? 1 : 0, after ? 1 : 0);
      }
      Sight sight = look(fixture, nodes, at, after, random);
      if (aligned && second == alignedAt) {
        align(fixture, sight, nodes, at);
      }
    }
    fixture.clock.hold(now);
    fixture.report(nodes, aligned ? 1 : 0, aligned ? 1 : 0);
    Sight sight = look(fixture, nodes, now, aligned, random);
    fixture.clock.release();
    return sight;
  }

  private static Sight look(
      Fixture fixture, int nodes, Instant at, boolean aligned, Random random) {
    double share = aligned ? 1 - random.nextDouble() * .002 : 1.0 / nodes + noise(random, .02);
    double records = (aligned ? 61_000 : 23_500) * (1 + noise(random, .04));
    return fixture.look(nodes, at, new OperatorRates(records, 1, 1), Math.max(0, share));
  }

  private static void align(Fixture fixture, Sight sight, int nodes, Instant at) {
    fixture
        .board
        .review(Mode.ACT, sight)
        .ifPresent(plan -> fixture.executor.step(plan, Performance.UNKNOWN));
    fixture.report(nodes, 0, 1);
    fixture.clock.hold(at.plusMillis(42));
    fixture.report(nodes, 1, 1);
    fixture.executor.confirm();
  }

  private static double noise(Random random, double scale) {
    return (random.nextDouble() - .5) * scale;
  }
}
