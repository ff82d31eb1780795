package io.amoeba.coordinator.http;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Serves the page with an invented history, for people who work on its looks. */
final class PagePreview {

  private PagePreview() {}

  /** Arguments: port, nodes, and whether the alignment has happened already. */
  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[0]);
    int nodes = Integer.parseInt(args[1]);
    boolean aligned = Boolean.parseBoolean(args[2]);
    Random random = new Random(1);
    try (Fixture fixture = new Fixture(Fixture.on(port, List.of(), Optional.empty()))) {
      fixture.report(nodes, 0, 0);
      long now = System.currentTimeMillis();
      Optional<Sight> sight = Optional.empty();
      for (int second = 420; second >= 0; second--) {
        boolean after = aligned && second < 250;
        double share = after ? 1 - random.nextDouble() * .002 : 1.0 / nodes + noise(random, .02);
        double records = (after ? 61_000 : 23_500) * (1 + noise(random, .04));
        sight =
            Optional.of(
                fixture.look(
                    nodes,
                    Instant.ofEpochMilli(now - second * 1_000L),
                    new OperatorRates(records, 1, 1),
                    share));
        if (aligned && second == 250) {
          align(fixture, sight.orElseThrow(), nodes);
        }
      }
      fixture.knowledge.setMode(Mode.PROPOSE);
      fixture.board.review(Mode.PROPOSE, sight.orElseThrow());
      while (!Thread.currentThread().isInterrupted()) {
        fixture.report(nodes, aligned ? 1 : 0, aligned ? 1 : 0);
        Thread.sleep(1_000);
      }
    }
  }

  private static void align(Fixture fixture, Sight sight, int nodes) {
    fixture
        .board
        .review(Mode.ACT, sight)
        .ifPresent(plan -> fixture.executor.step(plan, Performance.UNKNOWN));
    fixture.report(nodes, 0, 1);
    fixture.report(nodes, 1, 1);
    fixture.executor.confirm();
  }

  private static double noise(Random random, double scale) {
    return (random.nextDouble() - .5) * scale;
  }
}
