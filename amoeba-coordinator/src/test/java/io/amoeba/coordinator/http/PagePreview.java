package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import java.time.Instant;
import java.util.Map;
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
    try (Fixture fixture =
        new Fixture(new HttpSettings("127.0.0.1", port, Optional.empty(), Optional.empty()))) {
      fixture.report(nodes, 0, 0);
      long now = System.currentTimeMillis();
      Optional<ChangePlan> plan = Optional.empty();
      for (int second = 420; second >= 0; second--) {
        boolean after = aligned && second < 250;
        double share = after ? 1 - random.nextDouble() * .002 : 1.0 / nodes + noise(random, .02);
        double records = (after ? 61_000 : 23_500) * (1 + noise(random, .04));
        plan =
            fixture.look(
                nodes,
                Instant.ofEpochMilli(now - second * 1_000L),
                new OperatorRates(records, 1, 1),
                share);
        if (aligned && second == 250) {
          align(fixture, plan.orElseThrow(), nodes);
        }
      }
      fixture.knowledge.plans().propose(plan);
      while (!Thread.currentThread().isInterrupted()) {
        fixture.report(nodes, aligned ? 1 : 0, aligned ? 1 : 0);
        Thread.sleep(1_000);
      }
    }
  }

  private static void align(Fixture fixture, ChangePlan plan, int nodes) {
    fixture.knowledge.plans().propose(Optional.of(plan));
    fixture.knowledge.plans().tried();
    EdgeAlignment alignment = plan.alignments().get(0);
    fixture.publisher.publish(Fixture.EDGE, nodes, alignment.owners());
    fixture.knowledge.plans().published(plan, Map.of(Fixture.EDGE, 1L));
    fixture.report(nodes, 0, 1);
    fixture.report(nodes, 1, 1);
    fixture.knowledge.plans().confirm((edge, epoch) -> true, (edge, epoch) -> false);
  }

  private static double noise(Random random, double scale) {
    return (random.nextDouble() - .5) * scale;
  }
}
